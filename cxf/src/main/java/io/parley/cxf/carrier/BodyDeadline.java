package io.parley.cxf.carrier;

import io.parley.DaemonThreads;
import io.parley.Delays;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deadline for reading a response's body, after which it is closed, so that a blocked reader fails or sees its end. The
 * timeouts of HTTP conduits end with the response's head or apply to each read alone. Thread-safe.
 */
public final class BodyDeadline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BodyDeadline.class);

    /** Completed with true at the deadline, or with false when the body was read. */
    private final CompletableFuture<Boolean> past = new CompletableFuture<>();

    private BodyDeadline() {}

    /**
     * Starts a deadline.
     *
     * @param body body of a response; closed at the deadline, even during a read
     * @param within time limit from now on
     */
    public static BodyDeadline start(Closeable body, Duration within) {
        BodyDeadline deadline = new BodyDeadline();
        var unusedEnd = deadline.past.thenAccept(isLate -> {
            if (isLate) {
                end(body);
            }
        });
        var unusedTime = Delays.completeOnTimeout(deadline.past, true, within);
        return deadline;
    }

    /** Closes a body on a thread of its own, since closing some bodies blocks while a read blocks. */
    private static void end(Closeable body) {
        DaemonThreads.start("parley-late-body", () -> {
            try {
                body.close();
            } catch (IOException | RuntimeException e) {
                LOG.debug("Failed to close the body of a late response", e);
            }
        });
    }

    /** Returns whether the deadline passed before the body was read. */
    public boolean isPast() {
        return past.getNow(false);
    }

    /** Cancels the deadline: the body was read, or will not be read further. */
    @Override
    public void close() {
        past.complete(false);
    }
}
