package io.parley.bench.contest;

import java.io.IOException;
import java.util.List;

/** A server that runs, and the client side for it. Thread-safe. */
public interface Contestant extends AutoCloseable {
    /** For one thread; what threads can share is shared. */
    Caller caller();

    /** Ends the server and everything that callers share. */
    @Override
    void close();

    /** What is left to be done when clients can get to the server. */
    interface Rest {
        Contestant complete() throws IOException;
    }

    /** Opens the door to a server that runs, and completes the contestant; ends the server if one of both fails. */
    static Contestant behind(Door door, List<Integer> ports, Runnable end, Rest rest) throws IOException {
        try {
            door.open(ports);
            return rest.complete();
        } catch (IOException | RuntimeException e) {
            end.run();
            throw e;
        }
    }
}
