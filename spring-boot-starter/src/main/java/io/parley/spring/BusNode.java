package io.parley.spring;

import io.parley.console.NodeStatus;
import io.parley.console.Order;
import io.parley.cxf.BusResources;
import io.parley.cxf.BytesSaved;
import io.parley.cxf.EndpointLoad;
import io.parley.cxf.OpenSession;
import io.parley.cxf.ParleyEndpointMXBean;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.endpoint.CallTimes;
import io.parley.cxf.endpoint.MainSwitch;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.RuntimeCounts;
import io.parley.runtime.SessionEvents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.cxf.Bus;

/**
 * Clients and services of a bus as shown by the operator's page and the actuator, read from its MBeans and meters.
 * Thread-safe.
 */
final class BusNode {
    private final String name;
    private final Bus bus;

    BusNode(String name, Bus bus) {
        this.name = name;
        this.bus = bus;
    }

    /** Returns the endpoints by the names used in orders, which are stable across restarts. */
    private Map<String, ParleyEndpoints.Entry> endpoints() {
        Map<String, ParleyEndpoints.Entry> endpoints = new LinkedHashMap<>();
        for (ParleyEndpoints.Entry entry : ParleyEndpoints.of(bus)) {
            String id = entry.type() + " " + entry.service() + " " + entry.port();
            String free = id;
            for (int number = 2; endpoints.containsKey(free); number++) {
                free = id + " " + number;
            }
            endpoints.put(free, entry);
        }
        return endpoints;
    }

    /**
     * Returns the current status. Does not derive models: parts of endpoints without a negotiation are not known yet.
     */
    NodeStatus status() {
        List<NodeStatus.Endpoint> endpoints = new ArrayList<>();
        Map<String, NodeStatus.Remedy> reasons = new TreeMap<>();
        endpoints().forEach((id, entry) -> {
            NodeStatus.Endpoint endpoint = endpoint(id, entry);
            endpoints.add(endpoint);
            endpoint.state().calls().fallbacks().keySet().forEach(reason -> {
                FallbackReason known = FallbackReason.valueOf(reason);
                reasons.put(reason, new NodeStatus.Remedy(known.sentence(), known.fix()));
            });
        });
        return new NodeStatus(name, System.currentTimeMillis(), MainSwitch.isOn(), endpoints, resources(), reasons);
    }

    /**
     * Executes an order for one endpoint or for all.
     *
     * @throws IllegalArgumentException if there is no such endpoint
     */
    void take(Order order) {
        Map<String, ParleyEndpoints.Entry> endpoints = endpoints();
        if (!order.endpoint().isEmpty()) {
            ParleyEndpoints.Entry entry = endpoints.get(order.endpoint());
            if (entry == null) {
                throw new IllegalArgumentException("expected an endpoint of this process, found none of that name");
            }
            take(order.kind(), entry.state());
        } else if (order.kind() == Order.Kind.NEGOTIATE) {
            endpoints.values().forEach(entry -> take(order.kind(), entry.state()));
        } else {
            MainSwitch.set(order.kind() == Order.Kind.ON);
        }
    }

    private static void take(Order.Kind kind, ParleyEndpointMXBean endpoint) {
        switch (kind) {
            case ON -> endpoint.setOn(true);
            case OFF -> endpoint.setOn(false);
            case NEGOTIATE -> endpoint.negotiateAgain();
        }
    }

    private static NodeStatus.Endpoint endpoint(String id, ParleyEndpoints.Entry entry) {
        ParleyEndpointMXBean bean = entry.state();
        EndpointLoad load = entry.load().get();
        boolean isClient = entry.type().equals(ParleyEndpoints.CLIENT);
        return new NodeStatus.Endpoint(
                id,
                entry.type(),
                entry.service(),
                entry.port(),
                new NodeStatus.Mode(bean.getMode(), bean.isOn()),
                new NodeStatus.State(
                        bean.getAddress(),
                        bean.getListening(),
                        bean.getAgreement(),
                        calls(bean, load),
                        new NodeStatus.Parts(
                                bean.getTypedParts(),
                                bean.getInfosetParts(),
                                bean.getUntypedParts(),
                                bean.getUntypedValues()),
                        load.sessions().stream()
                                .map(session -> session(session, isClient))
                                .toList()));
    }

    private static NodeStatus.Calls calls(ParleyEndpointMXBean bean, EndpointLoad load) {
        return new NodeStatus.Calls(
                bean.getStreamedCalls(),
                bean.getFallbacks(),
                bean.getLastFallbackDetail(),
                new NodeStatus.Times(
                        CallTimes.bounds(), load.stream(), load.soap(), load.streamMicros(), load.soapMicros()),
                bean.getBreakEven(),
                bytes(load.bytes()));
    }

    private static NodeStatus.Bytes bytes(BytesSaved bytes) {
        return new NodeStatus.Bytes(
                bytes.since().toEpochMilli(),
                bytes.saved(),
                bytes.compared(),
                bytes.comparedWith(),
                bytes.operations().stream()
                        .map(each -> new NodeStatus.Operation(
                                each.operation(),
                                each.soapCalls(),
                                each.soapBytes(),
                                each.streamCalls(),
                                each.streamBytes(),
                                each.saved()))
                        .toList());
    }

    private static NodeStatus.Session session(OpenSession session, boolean ofClient) {
        return new NodeStatus.Session(
                session.peer(),
                session.terms(),
                session.age().toSeconds(),
                ofClient ? session.traffic().messagesOut() : session.traffic().messagesIn(),
                session.traffic().bytesOut(),
                session.traffic().bytesIn());
    }

    private NodeStatus.Resources resources() {
        RuntimeCounts counts = ParleyEndpoints.sessions(bus);
        Optional<BusResources> known = ParleyEndpoints.resources(bus);
        return new NodeStatus.Resources(
                counts.sessions(),
                known.map(bounds -> List.of(
                                new NodeStatus.Use("parley.limits.total-bytes", counts.heldBytes(), bounds.heldLimit()),
                                new NodeStatus.Use(
                                        "parley.limits.object-bytes", counts.objectBytes(), bounds.objectLimit())))
                        .orElse(List.of()),
                events(counts),
                new NodeStatus.Store(
                        known.map(BusResources::storeEngine).orElse("memory"),
                        known.map(BusResources::durable).orElse(false),
                        counts.events().storeFailures()),
                new NodeStatus.Recording(
                        known.map(BusResources::recording).orElse(""),
                        known.map(BusResources::isRecording).orElse(false)));
    }

    private static Map<String, Long> events(RuntimeCounts counts) {
        SessionEvents events = counts.events();
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("sessions opened", events.opened());
        named.put("connections cut", events.cut());
        named.put("sessions resumed", events.resumed());
        named.put("messages stalled", events.stalls());
        named.put("refused for want of memory", events.refusals());
        named.put("waits for room", counts.waits());
        return named;
    }
}
