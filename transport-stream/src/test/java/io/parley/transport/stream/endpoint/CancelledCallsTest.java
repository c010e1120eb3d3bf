package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.endpoint.Contract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests asynchronous calls that their callers cancel or time out, before and after the response arrived. */
class CancelledCallsTest {
    private static final Contract CONTRACT = Contract.builder("urn:samples")
            .operation("text", Integer.class, String.class)
            .build();
    private static final int CALLS = 100;
    private static final int LARGE = 3_000_000;

    private final Logger handlers = (Logger) LoggerFactory.getLogger("io.parley.runtime.LiveConversation");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @Test
    void aHundredCancelledCallsLeaveRoomForALargeAnswer() throws Exception {
        AtomicInteger answered = new AtomicInteger();
        try (StreamEndpoint endpoint = answering(answered);
                StreamClient client = client(endpoint)) {
            for (int i = 0; i < CALLS; i++) {
                CompletableFuture<String> call = client.callAsync("text", LARGE, String.class);
                if (i % 2 == 0) {
                    int before = answered.get();
                    await().until(() -> answered.get() > before || call.isDone());
                }
                call.cancel(true);
            }

            assertThat(client.call("text", LARGE, String.class)).hasSize(LARGE);
        }
    }

    @Test
    void callsThatRanOutOfTheirCallersTimeLeaveRoomForALargeAnswer() throws Exception {
        try (StreamEndpoint endpoint = answering(new AtomicInteger());
                StreamClient client = client(endpoint)) {
            List<CompletableFuture<String>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(client.callAsync("text", LARGE, String.class).orTimeout(1 + i % 20, TimeUnit.MILLISECONDS));
            }
            await().until(() -> calls.stream().allMatch(CompletableFuture::isDone));

            assertThat(client.call("text", LARGE, String.class)).hasSize(LARGE);
        }
    }

    @Test
    void aHandlerThatFailsBehindACancelIsALineAndNoWarning() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .on("text", Integer.class, (length, session) -> {
                            CountDownLatch cancelled = new CountDownLatch(1);
                            session.onUnwanted(cancelled::countDown);
                            begun.countDown();
                            awaitIt(cancelled);
                            throw new IllegalStateException("the call was cancelled");
                        })
                        .start(0);
                StreamClient client = client(endpoint)) {
            handlers.setLevel(Level.INFO);
            handlers.addAppender(log);
            log.start();
            CompletableFuture<String> call = client.callAsync("text", 1, String.class);
            awaitIt(begun);
            call.cancel(true);

            await().until(() -> !log.list.isEmpty());
            assertThat(log.list).singleElement().satisfies(event -> {
                assertThat(event.getLevel()).isEqualTo(Level.INFO);
                assertThat(event.getFormattedMessage()).contains("the call was cancelled");
                assertThat(event.getThrowableProxy()).isNull();
            });
        } finally {
            handlers.detachAppender(log);
            handlers.setLevel(null);
        }
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static StreamEndpoint answering(AtomicInteger answered) throws Exception {
        return StreamEndpoint.serve(CONTRACT)
                .on("text", Integer.class, length -> {
                    answered.incrementAndGet();
                    return "x".repeat(length);
                })
                .start(0);
    }

    private static StreamClient client(StreamEndpoint endpoint) {
        return StreamClient.of(CONTRACT).timeout(Duration.ofSeconds(20)).open(endpoint.invite("test"));
    }
}
