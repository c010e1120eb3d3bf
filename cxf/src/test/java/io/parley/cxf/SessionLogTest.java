package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** Tests that log lines of a service name the session of the call. */
class SessionLogTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final List<Map<String, String>> contexts = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aStreamedCallNamesItsSessionAndChannelAndOneBySoapNone() throws Exception {
        published.publish(new Noting(), SOAP11, new ParleyFeature());
        WrappedStations streamed = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        streamed.echo("x");
        published
                .proxy(WrappedStations.class, SOAP11, Published.feature(Mode.NEVER))
                .echo("y");

        String session = Published.status(streamed).agreement().orElseThrow().id();
        assertThat(contexts).containsExactly(Map.of("parley.session", session, "parley.channel", "stream"), Map.of());
    }

    /** Records the logging context that a log line would show. */
    private final class Noting extends WrappedStationsImpl {
        @Override
        public String echo(String text) {
            Map<String, String> context = MDC.getCopyOfContextMap();
            contexts.add(context == null ? Map.of() : new HashMap<>(context));
            return super.echo(text);
        }
    }
}
