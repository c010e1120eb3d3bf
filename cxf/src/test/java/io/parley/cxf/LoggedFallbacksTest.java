package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.client.CallStatus;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.peer.KnownPeers;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests that each reason for which calls use SOAP is logged once, with its detail, wherever in a call it is found. */
class LoggedFallbacksTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int CALLS = 3;

    private final Published published = new Published();
    private final Logger peers = (Logger) LoggerFactory.getLogger(KnownPeers.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Level level;

    @BeforeEach
    void listen() {
        level = peers.getLevel();
        peers.setLevel(Level.INFO);
        log.start();
        peers.addAppender(log);
    }

    @AfterEach
    void stop() {
        peers.detachAppender(log);
        peers.setLevel(level);
        published.close();
    }

    @Test
    void aCallThatItsSessionDidNotTakeNamesTheSetting() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations =
                published.proxy(WrappedStations.class, SOAP11, new ParleyFeature().set("parley.limits.total-bytes", 1));

        await().atMost(PATIENCE).until(() -> reasonOf(stations).equals(Optional.of(FallbackReason.BUDGET)));
        for (int i = 0; i < CALLS; i++) {
            assertThat(reasonOf(stations)).contains(FallbackReason.BUDGET);
        }

        assertThat(status(stations).detail()).contains("parley.limits.total-bytes");
        assertThat(logged(FallbackReason.BUDGET)).singleElement().asString().contains("parley.limits.total-bytes");
    }

    @Test
    void aCallThatCannotStreamIsLoggedOnce() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, new ParleyFeature());
        ((BindingProvider) stations).getRequestContext().put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);

        for (int i = 0; i < CALLS; i++) {
            assertThat(reasonOf(stations)).contains(FallbackReason.NOT_STREAMABLE);
        }

        assertThat(logged(FallbackReason.NOT_STREAMABLE))
                .singleElement()
                .asString()
                .contains("the HTTP session is maintained");
    }

    private static Optional<FallbackReason> reasonOf(WrappedStations stations) {
        assertThat(stations.echo("x")).isEqualTo("x");
        return status(stations).reason();
    }

    private static CallStatus status(WrappedStations stations) {
        return (CallStatus) ((BindingProvider) stations).getResponseContext().get(CallStatus.KEY);
    }

    private List<String> logged(FallbackReason reason) {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("reason=" + reason))
                .toList();
    }
}
