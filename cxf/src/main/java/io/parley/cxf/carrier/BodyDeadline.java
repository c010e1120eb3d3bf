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
 * The end of the time in which a response's body has to be read: then it is closed, and whoever waits for more of it fails or finds
 * its end. The timeouts of HTTP conduits end with the response's head, or hold for each read alone. Thread-safe.
 */
public final class BodyDeadline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BodyDeadline.class);

    /** True once the time is over, false once the body was read. */
    private final CompletableFuture<Boolean> past = new CompletableFuture<>();

    /**
     * Begins the time.
     *
     * @param body of a response, which may be closed while it is read
     */
    public BodyDeadline(Closeable body, Duration within) {
        var unusedEnd = past.thenAccept(isLate -> {
            if (isLate) {
                end(body);
            }
        });
        var unusedTime = Delays.completeOnTimeout(past, true, within);
    }

    /** Closes a body, on a thread of its own: some bodies cannot be closed while a read of theirs blocks. */
    private static void end(Closeable body) {
        DaemonThreads.start("parley-late-body", () -> {
            try {
                body.close();
            } catch (IOException | RuntimeException e) {
                LOG.debug("a body that came too late was closed with an error", e);
            }
        });
    }

    /** Returns whether the time was over before the body was read. */
    public boolean isPast() {
        return past.getNow(false);
    }

    /** Ends the time: the body was read, or is not read any more. */
    @Override
    public void close() {
        past.complete(false);
    }
}
