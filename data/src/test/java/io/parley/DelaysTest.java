package io.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DelaysTest {
    private static final Duration SOON = Duration.ofMillis(1);

    @Test
    void aFutureThatIsLateFailsOrHasTheValue() {
        CompletableFuture<String> failed = Delays.orTimeout(new CompletableFuture<>(), SOON);
        CompletableFuture<String> completed = Delays.completeOnTimeout(new CompletableFuture<>(), "late", SOON);

        assertThat(failed)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(TimeoutException.class);
        assertThat(completed.join()).isEqualTo("late");
    }

    @Test
    void theThreadGoesWhenNothingIsWaitedFor() {
        CompletableFuture<String> ran = new CompletableFuture<>();
        Delays.run(() -> ran.complete(Thread.currentThread().getName()), SOON, Runnable::run);

        assertThat(ran.join()).isEqualTo("parley-delays");

        Delays.orTimeout(new CompletableFuture<>(), Duration.ofHours(1)).complete("in time");
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("parley-delays")));
    }
}
