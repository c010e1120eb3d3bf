package io.parley.examples.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.DaemonThreads;
import io.parley.Delays;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests scheduled interrupts. */
class InterruptionTest {
    @Test
    void aClosedInterruptionInterruptsNobody() throws Exception {
        ScheduledThreadPoolExecutor timers = Delays.clock(DaemonThreads.named("test-clock"));
        try {
            for (int i = 0; i < 20_000; i++) {
                Interruption interruption = new Interruption(timers, i % 50);
                long close = System.nanoTime() + i % 60 * 1_000L;
                while (System.nanoTime() < close) {
                    Thread.onSpinWait();
                }
                interruption.close();
                timers.submit(() -> {}).get(10, TimeUnit.SECONDS);
                assertThat(Thread.interrupted()).as("interruption %s", i).isFalse();
            }
        } finally {
            timers.shutdownNow();
        }
    }
}
