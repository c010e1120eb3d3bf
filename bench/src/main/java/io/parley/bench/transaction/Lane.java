package io.parley.bench.transaction;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.control.Settings;
import io.parley.cxf.jms.SoapQueue;
import io.parley.transport.jms.BrokerAccess;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.feature.Feature;

/**
 * One of the series: a form of the payload over a binding.
 *
 * @param binding {@code http}, {@code jms} or {@code stream}
 * @param persistent whether SOAP messages are written to the broker's disk; frames of a session never are
 */
public record Lane(String binding, Form form, boolean persistent) {
    private static final String HTTP = "http";
    private static final String JMS = "jms";
    private static final String STREAM = "stream";

    /** All of them: the paper's four series first, and those over JMS with and without persistence. */
    public static List<Lane> all() {
        return List.of(
                new Lane(HTTP, Form.NORMAL, false),
                new Lane(HTTP, Form.SERIALIZED, false),
                new Lane(JMS, Form.NORMAL, true),
                new Lane(JMS, Form.SERIALIZED, true),
                new Lane(JMS, Form.NORMAL, false),
                new Lane(JMS, Form.SERIALIZED, false),
                new Lane(HTTP, Form.FASTINFOSET, false),
                new Lane(HTTP, Form.MTOM, false),
                new Lane(HTTP, Form.HHFR, false),
                new Lane(STREAM, Form.HHFR, false),
                new Lane(JMS, Form.HHFR, false),
                new Lane(HTTP, Form.BNUX, false),
                new Lane(STREAM, Form.BNUX, false),
                new Lane(STREAM, Form.FASTINFOSET, false));
    }

    /** The one of that name. */
    static Lane of(String name) {
        return all().stream()
                .filter(lane -> lane.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no series is called " + name));
    }

    /** As in results, {@code jms-normal-persistent} for instance. */
    public String name() {
        return binding + "-" + form.word() + (persistent ? "-persistent" : "");
    }

    /** The system that it counts for. */
    public Contender system() {
        return isPluginsInfoset() ? Contender.PARLEY_CXF : form.system();
    }

    private boolean isPluginsInfoset() {
        return form == Form.FASTINFOSET && binding.equals(STREAM);
    }

    boolean needsBroker() {
        return binding.equals(JMS);
    }

    /** The address, at a server with that port. */
    String address(int port) {
        return needsBroker() ? "jms:queue:" + name() : "http://127.0.0.1:" + port + "/" + name();
    }

    /** What makes endpoints and clients speak in this way. */
    List<Feature> features(String brokerUrl) {
        List<Feature> features = new ArrayList<>();
        if (needsBroker()) {
            SoapQueue queue = SoapQueue.of(BrokerAccess.byUrl(brokerUrl), name());
            features.add(persistent ? queue : queue.withoutPersistence());
        }
        for (Feature feature : settings().features("", 0)) {
            features.add(feature instanceof ParleyFeature parley ? parley.set(Settings.CHANNELS, binding) : feature);
        }
        return features;
    }

    /** On a stream Fast Infoset is Parley's, elsewhere CXF's own. */
    CxfSettings settings() {
        return isPluginsInfoset() ? CxfSettings.PARLEY_FASTINFOSET : form.settings();
    }
}
