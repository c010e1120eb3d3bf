package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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

    @Test
    void whatATaskThrowsAfterItsSchedulerWasShutDownIsNotLogged() throws Exception {
        ScheduledThreadPoolExecutor scheduler = Delays.clock(DaemonThreads.named("test-clock"));
        Logger logger = (Logger) LoggerFactory.getLogger(Delays.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        logger.addAppender(logged);
        try {
            var unused = Delays.every(scheduler, "A test", Duration.ZERO, Duration.ofMillis(1), () -> {
                scheduler.shutdown();
                throw new IllegalStateException("on purpose");
            });
            assertThat(scheduler.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(logged.list).isEmpty();
        } finally {
            logger.detachAppender(logged);
            scheduler.shutdownNow();
        }
    }
}
