package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.live.LiveMessage;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what interceptors see of the four messages of a call. */
class StreamedMessagesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final List<Message> seen = new CopyOnWriteArrayList<>();
    private final List<Endpoint> endpoints = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void allFourAreLiveOnceThereIsASessionAndStandOnTheirExchange() {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        stations.echo("begins a session");
        Client client = ClientProxy.getClient(stations);
        client.getOutInterceptors().add(new Seen(Phase.WRITE));
        client.getInInterceptors().add(new Seen(Phase.RECEIVE));
        server.getEndpoint().getInInterceptors().add(new Seen(Phase.RECEIVE));
        server.getEndpoint().getOutInterceptors().add(new Seen(Phase.SETUP));

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(seen).hasSize(4).allSatisfy(message -> assertThat(message).isInstanceOf(LiveMessage.class));
        assertThat(endpoints)
                .containsExactly(
                        client.getEndpoint(), server.getEndpoint(), server.getEndpoint(), client.getEndpoint());
        Message call = seen.get(0);
        assertThat(call.getExchange().getOutMessage()).isSameAs(call);
        assertThat(call.getExchange().getInMessage()).isSameAs(seen.get(3));
        Message request = seen.get(1);
        assertThat(request.getExchange().getInMessage()).isSameAs(request);
        assertThat(request.getExchange().getOutMessage()).isSameAs(seen.get(2));
        assertThat(request.getExchange().getBinding())
                .isSameAs(server.getEndpoint().getBinding());
    }

    @Test
    void aCallBeforeTheFirstSessionGoesInAnOrdinaryMessage() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        ClientProxy.getClient(stations).getOutInterceptors().add(new Seen(Phase.WRITE));
        stations.echo("x");
        assertThat(seen).hasSize(1).noneMatch(LiveMessage.class::isInstance);
    }

    private final class Seen extends AbstractPhaseInterceptor<Message> {
        Seen(String phase) {
            super(phase);
        }

        @Override
        public void handleMessage(Message message) {
            seen.add(message);
            endpoints.add(message.getExchange().getEndpoint());
        }
    }
}
