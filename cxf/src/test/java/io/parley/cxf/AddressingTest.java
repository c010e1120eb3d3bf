package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that calls with WS-Addressing stream, and that WS-ReliableMessaging, which stores the bytes of messages, stays
 * on SOAP and still works.
 */
class AddressingTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.ADDRESSING)
    @Test
    void addressedCallsStreamAndEachResponseRelatesToItsRequest() {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        new WSAddressingFeature().initialize(server, published.serviceBus);
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(Mode.ALWAYS));
        Client client = Published.client(stations);
        new WSAddressingFeature().initialize(client, published.clientBus);
        Addressed requests = new Addressed();
        Addressed responses = new Addressed();
        server.getEndpoint().getInInterceptors().add(requests);
        client.getInInterceptors().add(responses);

        for (int call = 0; call < 3; call++) {
            assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
        assertThat(Published.status(stations).typedParts()).isEqualTo(3);
        assertThat(requests.seen)
                .extracting(each -> each.getMessageID().getValue())
                .hasSize(3)
                .doesNotHaveDuplicates();
        for (int call = 0; call < 3; call++) {
            assertThat(responses.seen.get(call).getRelatesTo().getValue())
                    .isEqualTo(requests.seen.get(call).getMessageID().getValue());
        }
    }

    @Shows(Use.RELIABLE_MESSAGING)
    @Test
    void reliableCallsGoBySoapInTheirSequenceAndSayWhy() throws Exception {
        Server server = published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        new WSAddressingFeature().initialize(server, published.serviceBus);
        new RMFeature().initialize(server, published.serviceBus);
        Numbered numbers = new Numbered();
        server.getEndpoint().getInInterceptors().add(numbers);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        Client client = Published.client(stations);
        new WSAddressingFeature().initialize(client, published.clientBus);
        new RMFeature().initialize(client, published.clientBus);

        for (int call = 0; call < 3; call++) {
            assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
            ParleyStatus.settled(client).toCompletableFuture().get(60, TimeUnit.SECONDS);
        }

        assertThat(Published.status(stations).fallbacks()).containsOnlyKeys(FallbackReason.NOT_STREAMABLE);
        assertThat(Published.status(stations).lastDetail()).startsWith("RM");
        assertThat(numbers.seen).containsExactly(1L, 2L, 3L);
    }

    /** Records the sequence numbers of incoming messages. */
    private static final class Numbered extends AbstractPhaseInterceptor<Message> {
        final List<Long> seen = new CopyOnWriteArrayList<>();

        Numbered() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties reliable = RMContextUtils.retrieveRMProperties(message, false);
            if (reliable != null && reliable.getSequence() != null) {
                seen.add(reliable.getSequence().getMessageNumber());
            }
        }
    }

    /** Records the addressing headers of incoming messages. */
    private static final class Addressed extends AbstractPhaseInterceptor<Message> {
        final List<AddressingProperties> seen = new CopyOnWriteArrayList<>();

        Addressed() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            seen.add(ContextUtils.retrieveMAPs(message, false, false));
        }
    }
}
