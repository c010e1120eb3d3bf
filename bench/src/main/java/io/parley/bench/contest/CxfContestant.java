package io.parley.bench.contest;

import io.parley.cxf.jms.SoapQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.feature.Feature;

/** An ordinary proxy shared by all callers. */
final class CxfContestant implements Contestant {
    private final CxfSettings settings;
    private final Match match;
    private final CxfClient<Port> client;

    private CxfContestant(CxfSettings settings, Match match, CxfClient<Port> client) {
        this.settings = settings;
        this.match = match;
        this.client = client;
    }

    static Contestant at(CxfSettings settings, Match match, String address) {
        Map<String, Object> busProperties = settings.busProperties(match.workload());
        return new CxfContestant(
                settings,
                match,
                CxfClient.open(Port.class, address, settings, settings.features("", 0), busProperties));
    }

    /** Creates a proxy of the service on a broker's queue; requests over SOAP are persistent or not. */
    static Contestant onQueue(CxfSettings settings, Match match, String brokerUrl, boolean persistent) {
        SoapQueue queue = QueueSite.queue(brokerUrl, persistent);
        List<Feature> features = new ArrayList<>(settings.features("", 0));
        features.add(queue);
        return new CxfContestant(
                settings, match, CxfClient.open(Port.class, queue.address(), settings, features, Map.of()));
    }

    @Override
    public Caller caller() {
        Caller caller = new PortCaller(match, client.proxy());
        return settings.streams() ? new Streaming(caller) : caller;
    }

    @Override
    public void close() {
        client.close();
    }

    /** Checks that the measured calls use a channel of Parley's and typed parts. */
    private final class Streaming implements Caller {
        private final Caller caller;

        Streaming(Caller caller) {
            this.caller = caller;
        }

        @Override
        public Object call() {
            return caller.call();
        }

        @Override
        public void check() {
            long before = client.status().streamedCalls();
            caller.check();
            client.expectStreamed(before);
        }
    }
}
