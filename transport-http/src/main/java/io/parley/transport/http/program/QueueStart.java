package io.parley.transport.http.program;

import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointServer;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.endpoint.JmsEndpoint;
import java.io.IOException;

/** Start of a program's endpoint on a queue; the only class of the program that needs {@code parley-transport-jms}. */
final class QueueStart {
    private QueueStart() {}

    /**
     * Starts the endpoint.
     *
     * @throws IOException if the broker is not reachable, or refuses
     * @throws IllegalArgumentException if a setting is not valid
     * @throws NoClassDefFoundError if the artifact is missing
     */
    static EndpointServer start(
            Configuration.Queue queue, Contract contract, EndpointService service, Configuration settings)
            throws IOException {
        BrokerAccess broker = BrokerAccess.byUrl(queue.broker());
        String user = queue.user();
        JmsEndpoint.Builder building = JmsEndpoint.serve(contract).consumers(queue.consumers());
        settings.applyTo(building);
        service.declare(building);
        return building.start(user == null ? broker : broker.as(user, queue.password()), queue.name());
    }
}
