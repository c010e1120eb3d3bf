package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Digest;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls in mode always whose node leaves between the decision to stream and the sending. */
class LeavingNodeTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Published published = new Published();
    private final Counting service = new Counting();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.DRAINED)
    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void aCallThatItsNodeDidNotTakeIsMadeOnASessionWithTheNextNode(String channel) {
        WrappedStations stations = published(channel);
        Digest first = agreement(stations).orElseThrow();
        Leaving leaving = leaving(stations, 1, channel);

        assertThat(stations.echo("x")).isEqualTo("x");

        assertThat(leaving.left).hasValue(1);
        assertThat(service.seen).containsExactly("first", "x");
        assertThat(agreement(stations)).isPresent().get().isNotEqualTo(first);
        assertThat(Published.status(stations).fallbacks()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void anAsynchronousCallToo(String channel) throws Exception {
        WrappedStations stations = published(channel);
        Client client = Published.client(stations);
        leaving(stations, 1, channel);
        ClientCallback callback = new ClientCallback();

        client.invoke(callback, "echo", "x");

        assertThat(callback.get(60, TimeUnit.SECONDS)).containsExactly("x");
        assertThat(service.seen).containsExactly("first", "x");
    }

    @Test
    void aOneWayCallToo() throws Exception {
        WrappedStations stations = published("stream");
        leaving(stations, 1, "stream");

        stations.tell("once");

        assertThat(service.told().poll(60, TimeUnit.SECONDS)).isEqualTo("once");
        assertThat(service.told()).isEmpty();
    }

    @Test
    void aCallThatNoNodeTakesFailsAfterAFewSessions() {
        WrappedStations stations = published("stream");
        Leaving leaving = leaving(stations, Integer.MAX_VALUE, "stream");

        Throwable failure = catchThrowable(() -> stations.echo("x"));

        assertThat(failure).hasStackTraceContaining("TERMS_CHANGED");
        assertThat(leaving.left).hasValue(3);
        assertThat(service.seen).containsExactly("first");
    }

    @Test
    void aCallWhoseTimeIsOverIsNotMadeAgain() {
        WrappedStations stations = published("stream");
        Client client = Published.client(stations);
        Leaving leaving = leaving(stations, 1, "stream");
        client.getRequestContext().put(Message.RECEIVE_TIMEOUT, "1");

        Throwable failure = catchThrowable(() -> stations.echo("x"));

        assertThat(failure).hasStackTraceContaining("TIMEOUT");
        assertThat(leaving.left).hasValue(1);
        assertThat(service.seen).containsExactly("first");
    }

    private WrappedStations published(String channel) {
        publish(channel);
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
        assertThat(stations.echo("first")).isEqualTo("first");
        return stations;
    }

    private Server publish(String channel) {
        return published.publishAny(
                service, published.address(), SOAP11, new ParleyFeature().set("parley.channels", channel));
    }

    private Leaving leaving(WrappedStations stations, int times, String channel) {
        Leaving leaving = new Leaving(stations, times, channel);
        Published.client(stations).getOutInterceptors().add(leaving);
        return leaving;
    }

    private static Optional<Digest> agreement(WrappedStations stations) {
        return Published.status(stations).agreement().map(agreement -> agreement.digest());
    }

    /** Replaces the node of a call by another one before the call is sent. */
    private final class Leaving extends AbstractPhaseInterceptor<Message> {
        final AtomicInteger left = new AtomicInteger();
        private final WrappedStations stations;
        private final int times;
        private final String channel;

        Leaving(WrappedStations stations, int times, String channel) {
            super(Phase.USER_LOGICAL);
            this.stations = stations;
            this.times = times;
            this.channel = channel;
        }

        @Override
        public void handleMessage(Message message) {
            if (left.get() == times) {
                return;
            }
            if (left.incrementAndGet() == 1) {
                published.server().destroy();
                await().atMost(PATIENCE)
                        .until(() -> !ParleyStatus.state(Published.client(stations))
                                .orElseThrow()
                                .hasSessions());
                publish(channel);
            } else {
                // A session without a call is not ended by its service, which refuses its first call.
                published.server().destroy();
                publish(channel);
            }
        }
    }

    /** Remembers what it was asked. */
    private static final class Counting extends WrappedStationsImpl {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public String echo(String value) {
            seen.add(value);
            return value;
        }
    }
}
