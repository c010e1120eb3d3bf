package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.testkit.channel.GeneratedContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the number of bytes that is counted for a call, against the count of the session. */
class CallBytesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int CREDIT_BYTES = 24;
    private static final int LENGTH = 3_000_000;

    private final ParleyRuntime server = ParleyRuntime.builder().build();
    private final ParleyRuntime client = ParleyRuntime.builder().build();
    private final LongAdder bytes = new LongAdder();
    private Conversation conversation;

    @BeforeEach
    void open() throws Exception {
        RuntimeListener listening = server.listen("local", new Address("here", 0), null);
        List<HostPort> addresses =
                List.of(new HostPort("here", listening.address().port()));
        Agreement agreement = Agreement.byApi("xml", "local", addresses, Limits.defaults(), "no parts");
        byte[] token = server.issue(agreement, "someone", null, CallBytesTest::answer);
        conversation = client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        call("before any is counted").await().close();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void aShortCallHasTheBytesOfItsTwoFramesAndNoOther() throws Exception {
        long before = traffic();

        Call counted = counted();
        counted.sink().writeString("hello");
        counted.send();
        counted.await().close();

        assertThat(bytes.sum()).isEqualTo(traffic() - before).isPositive();
        call("of which nobody counts the bytes").await().close();
        assertThat(bytes.sum()).isLessThan(traffic() - before);
    }

    /** CREDIT frames belong to no message and are not counted. */
    @ParameterizedTest
    @ValueSource(ints = {100_000, LENGTH})
    void aLongCallHasTheBytesOfAllItsFragmentsOnBothWays(int length) throws Exception {
        Traffic before = conversation.traffic();

        Call counted = counted();
        counted.sink().writeString("x".repeat(length));
        counted.send();
        counted.await().close();

        long frames = conversation.traffic().framesOut()
                - before.framesOut()
                + conversation.traffic().framesIn()
                - before.framesIn();
        assertThat(bytes.sum()).isGreaterThan(2L * length);
        assertThat(traffic() - bytes(before) - bytes.sum())
                .as("credit of some of %d frames", frames)
                .isBetween(0L, CREDIT_BYTES * frames / 2);
    }

    @Test
    void whatTravelsBesideItsMessagesIsCountedWheneverItComes() throws Exception {
        Call counted = counted();
        counted.sink().sides().add(new GeneratedContent(LENGTH, 1));
        counted.sink().writeString("with something beside it");
        counted.send();

        try (IncomingMessage response = counted.await()) {
            InputStream beside = response.source().sides().take(0, "test");
            assertThat(GeneratedContent.check(beside, 2)).isEqualTo(LENGTH);
        }

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(bytes.sum()).isGreaterThan(2L * LENGTH).isLessThan(2L * LENGTH + LENGTH / 50));
    }

    private Call counted() {
        Call call = conversation.beginCall(PATIENCE);
        call.countBytes(bytes::add);
        return call;
    }

    private Call call(String content) {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeString(content);
        call.send();
        return call;
    }

    private long traffic() {
        return bytes(conversation.traffic());
    }

    private static long bytes(Traffic traffic) {
        return traffic.bytesOut() + traffic.bytesIn();
    }

    /**
     * Responds with the same string, and with a side stream if the request has one, on a worker thread that may block.
     */
    private static void answer(IncomingMessage request) {
        request.onWorker(() -> {
            String content = request.source().readString("content");
            boolean hasSide = request.source().sides().count() > 0;
            OutgoingMessage response = request.beginResponse(false);
            if (hasSide) {
                InputStream beside = request.source().sides().take(0, "test");
                var unused = CompletableFuture.runAsync(() -> read(beside));
                response.sink().sides().add(new GeneratedContent(LENGTH, 2));
            }
            response.sink().writeString(content);
            response.send();
            request.close();
        });
    }

    private static void read(InputStream beside) {
        try {
            GeneratedContent.check(beside, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
