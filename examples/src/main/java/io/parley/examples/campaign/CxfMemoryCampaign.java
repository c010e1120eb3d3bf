package io.parley.examples.campaign;

import io.parley.Providers;
import io.parley.compression.Compression;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.negotiation.CompressionTerm;
import io.parley.representation.Representation;
import io.parley.testkit.FreePort;
import io.parley.testkit.JavaProgram;
import io.parley.testkit.campaign.Campaign;
import io.parley.testkit.campaign.CampaignResult;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/**
 * Campaign with a CXF service in a JVM with little memory, on every channel: callers concurrently send or request more
 * than it can hold, as lists and as binaries on side streams, in each representation and compression. The service must
 * answer or refuse each call so that it can be retried, and keep serving a caller with small messages.
 */
public final class CxfMemoryCampaign implements Campaign {
    private static final String NAME = "memory-cxf";
    private static final List<String> CHANNELS = List.of("stream", "http", "websocket", "jms");
    private final List<Form> forms = forms();

    /** A channel with one representation and compression. */
    record Form(String channel, String representation, String compression) {}

    /**
     * Amount of data to send.
     *
     * @param heap heap of the service, as in {@code -Xmx}
     * @param callers concurrent callers
     * @param texts strings per list
     * @param bytes bytes per binary
     */
    record Size(String heap, int callers, int texts, int bytes) {
        static final Size USUAL = new Size("256m", 16, 300_000, 8 << 20);
    }

    /** Creates the campaign; called by {@link java.util.ServiceLoader}. */
    public CxfMemoryCampaign() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "a service of CXF with 256 MiB that is sent more than it can hold on every channel: what does not fit"
                + " is refused, others are served";
    }

    @Override
    public int usualRuns() {
        return forms.size();
    }

    @Override
    public CampaignResult run(Order order) throws IOException, InterruptedException {
        List<Form> chosen = new ArrayList<>(forms);
        Collections.shuffle(chosen, new Random(order.seed()));
        return run(chosen.subList(0, Math.min(order.runs(), chosen.size())), Size.USUAL, order);
    }

    /** Runs the campaign with given forms and sizes. */
    static CampaignResult run(List<Form> forms, Size size, Order order) throws IOException, InterruptedException {
        String url = "http://localhost:" + FreePort.find() + "/holder";
        int port = FreePort.find();
        String brokerUrl = "tcp://localhost:" + port;
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                        .queue(Program.QUEUE)
                        .bind("localhost", port)
                        .start();
                HolderCallers callers = new HolderCallers(url, queue(brokerUrl), size, order.progress())) {
            Process service = Program.start(JavaProgram.brief(Program.class, "holder", url, brokerUrl)
                    .options("-Xmx" + size.heap(), "-XX:+ExitOnOutOfMemoryError"));
            try {
                for (Form form : forms) {
                    callers.attack(form);
                    if (!service.isAlive()) {
                        callers.fail("the service ended at " + form);
                        break;
                    }
                }
            } finally {
                service.destroyForcibly();
            }
            return callers.result(NAME, forms.size(), order.seed());
        }
    }

    /** Publishes the service in this process, at a URL and on a queue of a broker. */
    static void serve(String url, String broker) {
        publish(url, List.of(feature(String.join(",", representations()), String.join(",", compressions()))));
        SoapQueue queue = queue(broker);
        publish(
                queue.address(),
                List.of(queue, feature(String.join(",", representations()), String.join(",", compressions()))));
    }

    private static void publish(String address, List<Feature> features) {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new HolderService());
        server.setAddress(address);
        server.getFeatures().addAll(features);
        server.create();
    }

    private static SoapQueue queue(String broker) {
        return SoapQueue.of(BrokerAccess.byUrl(broker), Program.QUEUE);
    }

    static ParleyFeature feature(String representations, String compressions) {
        return new ParleyFeature()
                .set("parley.negotiation-millis", 60_000)
                .set("parley.representations", representations)
                .set("parley.compression", compressions);
    }

    private static List<Form> forms() {
        List<Form> forms = new ArrayList<>();
        for (String channel : CHANNELS) {
            for (String representation : representations()) {
                compressions().forEach(compression -> forms.add(new Form(channel, representation, compression)));
            }
        }
        return forms;
    }

    private static List<String> representations() {
        return List.copyOf(Providers.load(Representation.class, CxfMemoryCampaign.class.getClassLoader())
                .names());
    }

    private static List<String> compressions() {
        List<String> all = new ArrayList<>(List.of(CompressionTerm.NONE));
        all.addAll(Providers.load(Compression.class, CxfMemoryCampaign.class.getClassLoader())
                .names());
        return all;
    }
}
