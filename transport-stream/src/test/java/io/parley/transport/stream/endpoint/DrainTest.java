package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the graceful shutdown of an endpoint. */
class DrainTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        goOn.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void whatIsUnderWayIsFinishedAndNothingElseIsBegun() throws Exception {
        StreamEndpoint endpoint = service();
        StreamClient busy = client(endpoint.invite("busy"));
        Invitation notUsedYet = endpoint.invite("late");
        CompletableFuture<Integer> underWay = busy.callAsync("length", "four", Integer.class);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Boolean> drained = draining(endpoint);

        await().atMost(LONG)
                .untilAsserted(() -> assertThatThrownBy(() -> busy.call("sum", Numbers.of(1), Total.class))
                        .isInstanceOfSatisfying(
                                ParleyException.class,
                                why -> assertThat(why.code()).isEqualTo(ErrorCode.GOING_AWAY)));
        long taken = endpoint.counts().streamed();
        assertThatThrownBy(() -> client(notUsedYet)).isInstanceOf(ParleyException.class);
        assertThatThrownBy(() -> busy.call("sum", Numbers.of(1), Total.class)).isInstanceOf(ParleyException.class);
        assertThat(endpoint.counts().streamed()).isEqualTo(taken);
        assertThat(drained).isNotDone();

        goOn.countDown();
        assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo(4);
        assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(endpoint.sessions()).isZero();
    }

    @Test
    void aClientWhoseSessionHasEndedAsksForAnotherInvitation() throws Exception {
        StreamEndpoint endpoint = service();
        StreamClient client = client(endpoint.invite("a client"));
        assertThat(endpoint.drain(LONG)).isTrue();
        await().atMost(LONG).until(() -> !client.isOpen());

        assertThatThrownBy(() -> client.call("sum", Numbers.of(1), Total.class))
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.retry()).isEqualTo(ErrorCode.Retry.SAFE))
                .hasMessageContaining("StreamEndpoint.invite");
        assertThatThrownBy(() -> client.send("subscribe", Samples.Tick.of(1)))
                .hasMessageContaining("StreamEndpoint.invite");
        assertThat(client.callAsync("sum", Numbers.of(1), Total.class))
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("StreamEndpoint.invite");

        StreamClient next = client(service().invite("a client"));
        assertThat(next.call("sum", Numbers.of(1), Total.class)).isNotNull();
    }

    @Test
    void aHandlerThatDoesNotEndIsCutOffWhenTheTimeIsOver() throws Exception {
        StreamEndpoint endpoint = service();
        CompletableFuture<Integer> underWay =
                client(endpoint.invite("busy")).callAsync("length", "four", Integer.class);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        assertThat(endpoint.drain(Duration.ofMillis(200))).isFalse();

        assertThat(underWay).failsWithin(LONG);
        endpoint.awaitClose();
    }

    @Test
    void whoIsInterruptedWhileItDrainsClosesItAtOnce() throws Exception {
        StreamEndpoint endpoint = service();
        CompletableFuture<Integer> underWay =
                client(endpoint.invite("busy")).callAsync("length", "four", Integer.class);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        Thread draining = new Thread(() -> told.complete(!endpoint.drain(LONG) && Thread.interrupted()));
        draining.start();

        draining.interrupt();

        assertThat(told.get(60, TimeUnit.SECONDS))
                .as("not finished, and the thread still knows that it was interrupted")
                .isTrue();
        assertThat(underWay).failsWithin(LONG);
    }

    @Test
    void nothingUnderWayIsNothingToWaitFor() throws Exception {
        StreamEndpoint endpoint = service();
        StreamClient idle = client(endpoint.invite("idle"));
        idle.call("sum", Numbers.of(1), Total.class);

        assertThat(endpoint.drain(LONG)).isTrue();

        endpoint.awaitClose();
        assertThat(endpoint.sessions()).isZero();
        assertThatThrownBy(() -> idle.call("sum", Numbers.of(1), Total.class)).isInstanceOf(ParleyException.class);
    }

    private StreamEndpoint service() throws Exception {
        StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, Samples::sum)
                .on("length", String.class, text -> {
                    begun.countDown();
                    awaitQuietly(goOn);
                    return text.length();
                })
                .start(0);
        open.add(endpoint);
        return endpoint;
    }

    /** Waits as a handler does that ignores interruption. */
    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private StreamClient client(Invitation invitation) {
        StreamClient client = StreamClient.of(Samples.CONTRACT).open(invitation);
        open.add(client);
        return client;
    }

    /** Drains on a separate thread: the common pool has few. */
    private static CompletableFuture<Boolean> draining(StreamEndpoint endpoint) {
        return CompletableFuture.supplyAsync(() -> endpoint.drain(LONG), task -> new Thread(task).start());
    }
}
