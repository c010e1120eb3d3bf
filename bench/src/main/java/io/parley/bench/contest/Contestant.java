package io.parley.bench.contest;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * The client side of a system, connected to a running server. Thread-safe.
 *
 * @param callers creates a caller for one thread; callers share whatever threads can share
 * @param end closes everything that the callers share
 */
public record Contestant(Callable<Caller> callers, AutoCloseable end) implements AutoCloseable {
    /**
     * Opens the match's door to a running server and connects; the result closes both sides. Closes the server on
     * failure.
     */
    static Contestant with(Site site, Match match, Contender system) throws IOException {
        try {
            match.door().open(site.ports());
            Contestant client = system.connect(match, site.address());
            return new Contestant(client.callers, () -> {
                client.close();
                site.close();
            });
        } catch (IOException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    /** Creates a caller for one thread. */
    public Caller caller() {
        return Tasks.result(callers);
    }

    @Override
    public void close() {
        Tasks.close(end);
    }
}
