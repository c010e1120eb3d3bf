package io.parley.transport.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the account of the text that requests hold. */
class TextMemoryTest {
    private static final long OFFER = 10;
    private static final long LONG = Duration.ofMinutes(10).toMillis();

    private static TextMemory of(long bytes, long patience) {
        return new TextMemory(Limits.defaults()
                .with(Limit.TOTAL_BYTES, bytes)
                .with(Limit.QUEUE_MILLIS, patience)
                .with(Limit.NEGOTIATION_BYTES, OFFER));
    }

    private static void refused(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(ParleyException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.BUDGET);
                    assertThat(refusal.retry()).isEqualTo(ErrorCode.Retry.SAFE);
                })
                .hasMessageContaining("parley.limits.total-bytes");
    }

    @Test
    void whatIsRefusedTakesNothing() {
        TextMemory memory = of(100, LONG);
        try (TextMemory.Share first = memory.share();
                TextMemory.Share second = memory.share()) {
            first.request(80, false);
            assertThatThrownBy(() -> second.request(21, false)).satisfies(TextMemoryTest::refused);
            second.request(20, false);
            assertThat(memory.bytes()).isEqualTo(100);
        }
        assertThat(memory.bytes()).isZero();
    }

    /** The request was handled: an error that permits another attempt would run it twice. */
    @Test
    void aResponseIsCountedAndNeverRefused() {
        TextMemory memory = of(100, LONG);
        try (TextMemory.Share first = memory.share();
                TextMemory.Share second = memory.share()) {
            first.request(80, false);
            first.response(80);
            assertThat(memory.bytes()).isEqualTo(160);
            assertThatThrownBy(() -> second.request(OFFER + 1, false)).satisfies(TextMemoryTest::refused);
        }
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void whatMayBeAnOfferIsCountedAndNeverRefused() {
        TextMemory memory = of(100, LONG);
        try (TextMemory.Share first = memory.share();
                TextMemory.Share second = memory.share()) {
            first.request(100, false);
            second.request(OFFER, false);
            assertThat(memory.bytes()).isEqualTo(100 + OFFER);
        }
        assertThat(memory.bytes()).isZero();
    }

    @Test
    void aWaitForRoomEndsWithItsTime() {
        TextMemory memory = of(100, 1);
        try (TextMemory.Share first = memory.share();
                TextMemory.Share second = memory.share()) {
            first.request(100, false);
            assertThatThrownBy(() -> second.request(OFFER + 1, true)).satisfies(TextMemoryTest::refused);
        }
    }

    @Test
    void whatNeverFitsDoesNotWait() {
        TextMemory memory = of(100, LONG);
        try (TextMemory.Share share = memory.share()) {
            assertThatThrownBy(() -> share.request(101, true)).satisfies(TextMemoryTest::refused);
        }
    }

    @Test
    void aWaitForRoomEndsWithTheServer() {
        TextMemory memory = of(100, LONG);
        try (TextMemory.Share first = memory.share();
                TextMemory.Share second = memory.share()) {
            first.request(100, false);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> second.request(OFFER + 1, true));
            memory.stop();
            assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS)).cause().satisfies(TextMemoryTest::refused);
        }
    }
}
