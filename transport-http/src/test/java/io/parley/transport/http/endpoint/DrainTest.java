package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.HandledCall;
import io.parley.negotiation.Mode;
import io.parley.transport.http.Raw;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the graceful shutdown of an endpoint, and the calls that it reports as handled. */
class DrainTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final List<HandledCall> told = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** The route of the call that is pending during shutdown. */
    enum By {
        SOAP,
        STREAM,
        WEBSOCKET,
        POSTS
    }

    @AfterEach
    void close() throws Exception {
        goOn.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void whatIsUnderWayIsFinishedAndNothingElseIsBegun(By by) throws Exception {
        HttpEndpoint endpoint = service(by).start(0);
        HttpEndpointClient caller = client(endpoint, by);
        HttpEndpointClient late = client(endpoint, By.SOAP);
        caller.call("sum", Numbers.of(1), Total.class); // establishes the session
        CompletableFuture<Integer> underWay = beside(() -> length(caller));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Boolean> drained = beside(() -> endpoint.drain(LONG));

        await().untilAsserted(() -> assertThatThrownBy(() -> late.call("sum", Numbers.of(1), Total.class))
                .isInstanceOf(ParleyException.class));
        long taken = endpoint.counts().bySoap() + endpoint.counts().streamed();
        assertThatThrownBy(() -> caller.call("sum", Numbers.of(1), Total.class)).isInstanceOf(ParleyException.class);
        assertThat(endpoint.counts().bySoap() + endpoint.counts().streamed()).isEqualTo(taken);
        assertThat(drained).isNotDone();

        goOn.countDown();
        assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo(4);
        assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(endpoint.sessions()).isZero();
    }

    @Test
    void connectionsOnWhichNothingIsUnderWayAreClosedAndTheOthersBehindTheirAnswer() throws Exception {
        HttpEndpoint endpoint = service(By.SOAP).start(0);
        HttpEndpointClient caller = client(endpoint, By.SOAP);
        CompletableFuture<Integer> underWay = beside(() -> length(caller));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        String request = "GET /?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Raw kept = new Raw(endpoint.url().getPort())) {
            assertThat(kept.send(request).response()).startsWith("HTTP/1.1 200");
            CompletableFuture<Boolean> drained = beside(() -> endpoint.drain(LONG));
            assertThat(kept.rest())
                    .as("a connection that waits for nothing is closed")
                    .isEmpty();
            goOn.countDown();
            assertThat(underWay.get(60, TimeUnit.SECONDS)).isEqualTo(4);
            assertThat(drained.get(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void aHandlerThatDoesNotEndIsCutOffWhenTheTimeIsOver(By by) throws Exception {
        HttpEndpoint endpoint = service(by).start(0);
        HttpEndpointClient caller = client(endpoint, by);
        caller.call("sum", Numbers.of(1), Total.class);
        CompletableFuture<Integer> underWay = beside(() -> length(caller));
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

        assertThat(endpoint.drain(Duration.ofMillis(200))).isFalse();

        assertThat(underWay).failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void nothingUnderWayIsNothingToWaitFor() throws Exception {
        HttpEndpoint endpoint = service(By.STREAM).start(0);
        HttpEndpointClient idle = client(endpoint, By.STREAM);
        idle.call("sum", Numbers.of(1), Total.class);

        assertThat(endpoint.drain(LONG)).isTrue();
        endpoint.awaitClose();
        assertThatThrownBy(() -> idle.call("sum", Numbers.of(1), Total.class)).isInstanceOf(ParleyException.class);
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void observersAreToldOfEachCallAndOfWhatItsCallerWasTold(By by) throws Exception {
        HttpEndpoint endpoint = service(by)
                .observer(call -> {
                    throw new IllegalStateException("an observer that fails");
                })
                .observer(told::add)
                .start(0);
        HttpEndpointClient caller = client(endpoint, by);
        goOn.countDown();

        assertThat(length(caller)).isEqualTo(4);
        assertThatThrownBy(() -> caller.call("sum", Numbers.of(), Total.class)).isInstanceOf(ParleyException.class);

        await().until(() -> told.size() == 2);
        assertThat(told)
                .allSatisfy(call -> assertThat(call.streamed()).isEqualTo(by != By.SOAP))
                .allSatisfy(call -> assertThat(call.took()).isPositive())
                .extracting(HandledCall::operation, HandledCall::failure)
                .as("a caller may have its answer, and call again, before the observer of its call is told")
                .containsExactlyInAnyOrder(
                        tuple("length", Optional.empty()), tuple("sum", Optional.of(ErrorCode.INTERNAL)));
        assertThat(endpoint.counts().streamed()).isEqualTo(by == By.SOAP ? 0 : 2);
        assertThat(endpoint.counts().bySoap()).isEqualTo(by == By.SOAP ? 2 : 0);
        assertThat(endpoint.counts().failed()).isOne();
    }

    private HttpEndpoint.Builder service(By by) {
        HttpEndpoint.Builder service = HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    if (numbers.number.length == 0) {
                        throw new IllegalStateException("nothing to add");
                    }
                    return Samples.sum(numbers);
                })
                .on("length", String.class, text -> {
                    begun.countDown();
                    uninterruptibly(goOn);
                    return text.length();
                });
        return switch (by) {
            case POSTS -> service.withoutStream().withoutWebSockets();
            case WEBSOCKET -> service.withoutStream();
            case SOAP, STREAM -> service;
        };
    }

    /** Waits as a handler does that ignores interruption. */
    private static void uninterruptibly(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpEndpointClient client(HttpEndpoint endpoint, By by) {
        HttpEndpointClient client = HttpEndpointClient.of(Samples.CONTRACT)
                .mode(by == By.SOAP ? Mode.NEVER : Mode.ALWAYS)
                .open(endpoint.url());
        open.add(endpoint);
        open.add(client);
        return client;
    }

    /** Runs the work on a separate thread: the common pool has few. */
    private static <T> CompletableFuture<T> beside(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> new Thread(task).start());
    }

    private static int length(HttpEndpointClient client) {
        return client.call("length", "four", Integer.class);
    }
}
