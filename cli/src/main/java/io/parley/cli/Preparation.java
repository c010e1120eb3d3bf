package io.parley.cli;

import io.parley.DaemonThreads;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Preparation of the trials of {@code probe} and {@code doctor}: their classes are loaded on a second thread while the
 * first one parses the command line and waits for the service.
 */
final class Preparation {
    private static final Set<String> COMMANDS = Set.of("probe", "doctor");
    private static final Set<String> OTHERWISE = Set.of("-h", "--help", "-V", "--version", "--verbose");

    private static final int MOST_SECONDS = 10;

    /** Open until loggers can be created; at zero if nothing prepares. */
    private static volatile CountDownLatch logs = new CountDownLatch(0);

    private Preparation() {}

    /**
     * Begins to prepare, if the command line is one of a trial. Not with {@code --verbose}, which changes the level of
     * the loggers before the first one is created.
     */
    static void begin(List<String> arguments) {
        if (arguments.isEmpty()
                || !COMMANDS.contains(arguments.get(0))
                || arguments.stream().noneMatch(each -> each.startsWith("http"))
                || arguments.stream().anyMatch(OTHERWISE::contains)) {
            return;
        }
        CountDownLatch created = new CountDownLatch(1);
        logs = created;
        DaemonThreads.start("parley-preparation", () -> {
            try {
                LoggerFactory.getILoggerFactory();
            } finally {
                created.countDown();
            }
            rehearse();
        });
    }

    private static void rehearse() {
        try {
            ServiceTrials.rehearse();
        } catch (RuntimeException | LinkageError e) {
            LoggerFactory.getLogger(Preparation.class).debug("A trial will meet and report this failure", e);
        }
    }

    /**
     * Waits until loggers can be created, for at most ten seconds: SLF4J would record what is logged by one thread
     * while another creates the first logger, and warn of that.
     */
    static void awaitLogs() {
        try {
            var unused = logs.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
