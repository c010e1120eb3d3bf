package io.parley.bench.contest;

import java.io.IOException;

/** The client side of a system, for a server that runs. Thread-safe. */
public interface Contestant extends AutoCloseable {
    /** For one thread; what threads can share is shared. */
    Caller caller();

    /** Ends everything that callers share. */
    @Override
    void close();

    /** Opens the match's door to a server that runs, and connects; closing ends both sides. Ends the server if it fails. */
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

    /** Client and server in one process. */
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
