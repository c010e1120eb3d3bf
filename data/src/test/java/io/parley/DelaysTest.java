package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests repeated tasks. */
class DelaysTest {

    @Test
    void aRepeatedTaskThatThrowsIsRunAgain() throws Exception {
        ScheduledThreadPoolExecutor scheduler = Delays.clock(DaemonThreads.named("test-clock"));
        CountDownLatch runs = new CountDownLatch(3);
        try {
            var repeated = Delays.every(scheduler, "A test", Duration.ZERO, Duration.ofMillis(1), () -> {
                runs.countDown();
                throw new IllegalStateException("on purpose");
            });
            assertThat(runs.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(repeated.isDone()).isFalse();
        } finally {
            scheduler.shutdownNow();
        }
    }
}
