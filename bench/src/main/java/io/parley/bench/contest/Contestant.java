package io.parley.bench.contest;

import java.io.IOException;

/** The client side of a system, connected to a running server. Thread-safe. */
public interface Contestant extends AutoCloseable {
    /** Creates a caller for one thread; callers share whatever threads can share. */
    Caller caller();

    /** Closes everything that the callers share. */
    @Override
    void close();

    /**
     * Opens the match's door to a running server and connects; the result closes both sides. Closes the server on
     * failure.
     */
    static Contestant with(Site site, Match match, Contender system) throws IOException {
        try {
            match.door().open(site.ports());
            Contestant client = system.connect(match, site.address());
            return new BothSides(site, client);
        } catch (IOException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    /** A client and its server in the same process. */
    record BothSides(Site site, Contestant client) implements Contestant {
        @Override
        public Caller caller() {
            return client.caller();
        }

        @Override
        public void close() {
            client.close();
            site.close();
        }
    }
}
