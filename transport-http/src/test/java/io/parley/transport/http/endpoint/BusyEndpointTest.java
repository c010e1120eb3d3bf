package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests an endpoint all of whose threads are busy. */
class BusyEndpointTest {
    private static final long PATIENCE_SECONDS = 60;

    /** Number of calls that occupy all threads: one shared thread and one of the endpoint. */
    private static final int AT_WORK = 2;

    private final CountDownLatch begun = new CountDownLatch(AT_WORK);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void release() {
        goOn.countDown();
    }

    @Test
    void aCallBySoapWaitsForAThreadNoLongerThanOneOnASession() throws Exception {
        Limits limits = Limits.defaults().with(Limit.THREADS, 1).with(Limit.QUEUE_MILLIS, 1);
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                        .on("length", String.class, this::hold)
                        .limits(limits)
                        .start(0);
                HttpEndpointClient client =
                        HttpEndpointClient.of(Samples.CONTRACT).mode(Mode.NEVER).open(endpoint.url())) {
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> length(client));
            CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> length(client));
            assertThat(begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

            Throwable refused = catchThrowable(() -> length(client));

            assertThat(refused)
                    .hasMessageContaining(Limit.QUEUE_MILLIS.setting())
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.NOT_DISPATCHED));
            goOn.countDown();
            assertThat(first.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(4);
            assertThat(second.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(4);
            assertThat(length(client)).isEqualTo(4);
        }
    }

    private int hold(String text) {
        begun.countDown();
        try {
            assertThat(goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return text.length();
    }

    private static int length(HttpEndpointClient client) {
        return client.call("length", "four", Integer.class);
    }
}
