package io.parley.bench.transaction;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.CxfSettings;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.cxf.settings.Settings;
import io.parley.transport.jms.BrokerAccess;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.feature.Feature;

/**
 * A series: a form of the payload over a binding.
 *
 * @param binding {@code http}, {@code jms} or {@code stream}
 * @param persistent true if SOAP messages are written to the broker's disk; frames of a session never are
 */
public record Lane(String binding, Form form, boolean persistent) {
    private static final String HTTP = "http";
    private static final String JMS = "jms";
    private static final String STREAM = "stream";

    /** Returns all series: the paper's four first; those over JMS with and without persistence. */
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

    /** Returns the series with the given name. */
    static Lane of(String name) {
        return all().stream()
                .filter(lane -> lane.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no series is called " + name));
    }

    /** Returns the name in results, for instance {@code jms-normal-persistent}. */
    public String name() {
        return binding + "-" + form.word() + (persistent ? "-persistent" : "");
    }

    /** Returns the system that the results belong to. */
    public Contender system() {
        return isPluginsInfoset() ? Contender.PARLEY_CXF : form.system();
    }

    private boolean isPluginsInfoset() {
        return form == Form.FASTINFOSET && binding.equals(STREAM);
    }

    boolean needsBroker() {
        return binding.equals(JMS);
    }

    /** Returns the service's address: a queue, or a URL with the given HTTP port. */
    String address(int port) {
        return needsBroker() ? "jms:queue:" + name() : "http://127.0.0.1:" + port + "/" + name();
    }

    /** Returns the features of endpoints and clients of this series. */
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

    /** Returns CXF's settings: on a stream Fast Infoset is Parley's, otherwise CXF's own. */
    CxfSettings settings() {
        return isPluginsInfoset() ? CxfSettings.PARLEY_FASTINFOSET : form.settings();
    }
}
