package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.Limit;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that calls are answered with every setting at its extremes, and that the largest values do not prevent
 * streaming.
 */
class ExtremeSettingsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    /** Milliseconds whose number of nanoseconds overflows a long. */
    private static final long MANY = Long.MAX_VALUE / 1_000_000 + 1;

    private static final Set<Limit> TIMES = Set.of(
            Limit.CONNECT_MILLIS,
            Limit.HANDSHAKE_MILLIS,
            Limit.OPEN_MILLIS,
            Limit.STALL_MILLIS,
            Limit.SIDE_IDLE_MILLIS,
            Limit.RESUME_MILLIS,
            Limit.QUEUE_MILLIS,
            Limit.CONTEXT_SECONDS);

    private final Published published = new Published();
    private final Counting ofClient = new Counting();
    private final Counting ofService = new Counting();

    @BeforeEach
    void count() {
        published.clientBus.setExtension(ofClient, Timers.class);
        published.serviceBus.setExtension(ofService, Timers.class);
    }

    @AfterEach
    void stop() {
        published.close();
        ofClient.time.close();
        ofService.time.close();
    }

    /** The machine's timers, with a count of how often they were scheduled. */
    private static final class Counting implements Timers {
        final SystemTimers time = Timers.system();
        final AtomicInteger scheduled = new AtomicInteger();

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Timer schedule(Runnable task, Duration delay) {
            scheduled.incrementAndGet();
            return time.schedule(task, delay);
        }

        @Override
        public Instant instant() {
            return time.instant();
        }
    }

    static Stream<Arguments> limits() {
        return Stream.of(Limit.values())
                .flatMap(limit -> LongStream.of(1, MANY, Long.MAX_VALUE).mapToObj(value -> Arguments.of(limit, value)));
    }

    @ParameterizedTest
    @MethodSource("limits")
    void callsAreAnsweredWithEachLimitAtItsEnds(Limit limit, long value) throws Exception {
        ParleyFeature ofBoth = Published.patient().set(limit.setting(), value).set("parley.reliability", "resume");
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, ofBoth);
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, ofBoth);

        if (value == 1 && !TIMES.contains(limit)) {
            Throwable refused = catchThrowable(() -> callUntilSettled(stations));
            if (refused != null) {
                assertThat(refused).hasMessageContaining(limit.setting());
            }
        } else {
            callUntilSettled(stations);
        }

        if (value > 1) {
            ParleyStatus status = Published.status(stations);
            assertThat(status.fallbacks()).containsOnlyKeys(FallbackReason.NEGOTIATING);
            assertThat(status.streamedCalls()).isEqualTo(3);
            assertThat(status.failedChannels()).isEmpty();
        }
        assertNoBusyLoop();
    }

    static Stream<Arguments> times() {
        return LongStream.of(Long.MIN_VALUE, -1, 0, 1, MANY, Long.MAX_VALUE).mapToObj(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("times")
    void negotiationsEndWithEachTimeForThem(long millis) throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, new ParleyFeature().set("parley.negotiation-millis", millis));

        callUntilSettled(stations);

        if (millis != 1) {
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
        }
        assertNoBusyLoop();
    }

    @ParameterizedTest
    @MethodSource("times")
    void callsThatMayTakeEachTimeAreAnswered(long millis) throws Exception {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        callUntilSettled(stations);
        if (millis == 1) {
            return; // A call this short may end before its response; another test covers its end.
        }
        Published.client(stations).getRequestContext().put(Message.RECEIVE_TIMEOUT, millis);

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(stations.waitFor(20)).isEqualTo(20);

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(5);
        assertNoBusyLoop();
    }

    private static void callUntilSettled(WrappedStations stations) throws Exception {
        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        for (int i = 0; i < 3; i++) {
            assertThat(stations.echo("y")).isEqualTo("y");
        }
    }

    /** Timers are scheduled a few times per call, frame and check of a peer, not continuously. */
    private void assertNoBusyLoop() {
        assertThat(ofClient.scheduled).hasValueLessThan(500);
        assertThat(ofService.scheduled).hasValueLessThan(500);
    }
}
