package io.parley.bench.contest;

import io.parley.cxf.jms.SoapQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.feature.Feature;

/** An ordinary proxy shared by all callers. */
final class CxfContestant {
    private CxfContestant() {}

    static Contestant at(CxfSettings settings, Match match, String address) {
        Map<String, Object> busProperties = settings.busProperties(match.workload());
        return of(
                settings,
                match,
                CxfClient.open(Port.class, address, settings, settings.features("", 0), busProperties));
    }

    /** Creates a proxy of the service on a broker's queue; requests over SOAP are persistent or not. */
    static Contestant onQueue(CxfSettings settings, Match match, String brokerUrl, boolean persistent) {
        SoapQueue queue = BrokerSite.queue(brokerUrl, persistent);
        List<Feature> features = new ArrayList<>(settings.features("", 0));
        features.add(queue);
        return of(settings, match, CxfClient.open(Port.class, queue.address(), settings, features, Map.of()));
    }

    private static Contestant of(CxfSettings settings, Match match, CxfClient<Port> client) {
        return new Contestant(
                () -> {
                    Caller caller = PortCaller.of(match, client.proxy());
                    return settings.streams() ? streaming(caller, client) : caller;
                },
                client);
    }

    /** Returns a caller that checks that the measured calls use a channel of Parley's and typed parts. */
    private static Caller streaming(Caller caller, CxfClient<Port> client) {
        return new Caller(
                caller.once(),
                () -> {
                    long before = client.status().streamedCalls();
                    caller.check();
                    client.expectStreamed(before);
                },
                caller.end());
    }
}
