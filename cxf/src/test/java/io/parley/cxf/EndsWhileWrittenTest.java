package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.runtime.Traffic;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests calls whose session ends while they are written: before the first fragment, or with more than a fragment left.
 */
class EndsWhileWrittenTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String LONG = "x".repeat(2_000_000);

    private final Published published = new Published();
    private CutRelay relay;

    @BeforeEach
    void start() throws Exception {
        int port = Published.freePort();
        relay = new CutRelay();
        published.publish(
                new WrappedStationsImpl(),
                SOAP11,
                new ParleyFeature().set("parley.port", port).set("parley.advertised-port", relay.port()));
        relay.to(port);
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        published.close();
    }

    @Shows(Use.LOST)
    @ParameterizedTest
    @ValueSource(strings = {Phase.PRE_PROTOCOL, Phase.PRE_MARSHAL})
    void aCallThatMustStreamFailsAsItsConnectionDoesAndWithoutAFault(String phase) {
        WrappedStations proxy = streaming(Mode.ALWAYS);
        cutAt(phase, Published.client(proxy));

        assertThatThrownBy(() -> proxy.echo(LONG))
                .isInstanceOf(WebServiceException.class)
                .isNotInstanceOf(SOAPFaultException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(ParleyException.class);
    }

    @Shows(Use.LOST)
    @ParameterizedTest
    @ValueSource(strings = {Phase.PRE_PROTOCOL, Phase.PRE_MARSHAL})
    void aCallThatMayGoBySoapDoes(String phase) {
        WrappedStations proxy = streaming(Mode.AUTO);
        cutAt(phase, Published.client(proxy));

        assertThat(proxy.echo(LONG)).isEqualTo(LONG);
        assertThat(Published.status(proxy).fallbacks())
                .containsAnyOf(Map.entry(FallbackReason.GOING_AWAY, 1L), Map.entry(FallbackReason.SESSION_LOST, 1L));
    }

    private WrappedStations streaming(Mode mode) {
        WrappedStations proxy = published.proxy(
                WrappedStations.class, SOAP11, Published.patient().mode(mode).set("parley.channels", "stream"));
        await().atMost(60, TimeUnit.SECONDS).until(() -> {
            proxy.echo("first");
            return Published.status(proxy).streamedCalls() > 0;
        });
        return proxy;
    }

    private void cutAt(String phase, Client client) {
        client.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(phase) {
            @Override
            public void handleMessage(Message message) {
                try {
                    relay.cut();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
                await().atMost(60, TimeUnit.SECONDS)
                        .until(() ->
                                ParleyStatus.of(client).orElseThrow().traffic().equals(Traffic.NONE));
            }
        });
    }
}
