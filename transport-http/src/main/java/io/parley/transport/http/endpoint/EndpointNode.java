package io.parley.transport.http.endpoint;

import io.parley.console.NodeStatus;
import io.parley.console.Order;
import io.parley.endpoint.EndpointCounts;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionEvents;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Status and controls of a program's endpoint for the operator's console. Thread-safe. */
final class EndpointNode {
    private static final String BY_SOAP = "BY_SOAP";

    private final String namespace;
    private final URI url;
    private final ParleyRuntime runtime;
    private final OfferService offers;
    private final Supplier<EndpointCounts> counts;

    EndpointNode(
            String namespace, URI url, ParleyRuntime runtime, OfferService offers, Supplier<EndpointCounts> counts) {
        this.namespace = namespace;
        this.url = url;
        this.runtime = runtime;
        this.offers = offers;
        this.counts = counts;
    }

    NodeStatus status() {
        EndpointCounts now = counts.get();
        SessionEvents events = runtime.counts().events();
        Map<String, Long> named = new LinkedHashMap<>();
        named.put("sessions opened", events.opened());
        named.put("connections cut", events.cut());
        named.put("sessions resumed", events.resumed());
        named.put("messages stalled", events.stalls());
        named.put("refused for want of memory", events.refusals());
        named.put("calls that failed", now.failed());
        return new NodeStatus(
                url.toString(),
                System.currentTimeMillis(),
                offers.isOn(),
                List.of(endpoint(now)),
                new NodeStatus.Resources(
                        now.sessions(),
                        List.of(),
                        named,
                        new NodeStatus.Store("none", false, events.storeFailures()),
                        new NodeStatus.Recording("", false)),
                Map.of(
                        BY_SOAP,
                        new NodeStatus.Remedy(
                                "calls that came by SOAP",
                                "see the reasons at the clients: a service does not know them")));
    }

    private NodeStatus.Endpoint endpoint(EndpointCounts now) {
        return new NodeStatus.Endpoint(
                "Service " + namespace,
                "Service",
                namespace,
                url.getPath(),
                new NodeStatus.Mode("auto", offers.isOn()),
                new NodeStatus.State(
                        url.toString(),
                        List.of(),
                        Map.of(),
                        new NodeStatus.Calls(
                                now.streamed(),
                                now.bySoap() == 0 ? Map.of() : Map.of(BY_SOAP, now.bySoap()),
                                "",
                                new NodeStatus.Times(List.of(), List.of(), List.of(), 0, 0),
                                Map.of(),
                                NodeStatus.Bytes.NONE),
                        new NodeStatus.Parts(0, 0, List.of(), List.of()),
                        runtime.conversations().stream()
                                .map(EndpointNode::session)
                                .toList()));
    }

    private static NodeStatus.Session session(Conversation session) {
        return new NodeStatus.Session(
                session.peer(),
                Map.of(
                        "channel", session.agreement().channel(),
                        "security", session.agreement().security().toString(),
                        "representation", session.agreement().representation(),
                        "compression", session.agreement().compression(),
                        "reliability", session.agreement().reliability().toString()),
                session.age().toSeconds(),
                session.traffic().messagesIn(),
                session.traffic().bytesOut(),
                session.traffic().bytesIn());
    }

    /**
     * Executes an order. Clients negotiate again once they have forgotten {@code GOING_AWAY}, unless negotiation is
     * switched off.
     */
    void take(Order order) {
        if (order.kind() != Order.Kind.NEGOTIATE) {
            offers.switchOn(order.kind() == Order.Kind.ON);
        }
        if (order.kind() != Order.Kind.ON) {
            runtime.conversations().forEach(Conversation::drain);
        }
    }
}
