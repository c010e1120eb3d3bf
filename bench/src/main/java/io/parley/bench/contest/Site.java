package io.parley.bench.contest;

import java.util.List;

/**
 * A running server. Thread-safe.
 *
 * @param address what clients of the same system, in this process or another, connect to: the argument of {@link
 *     Contender#connect}
 * @param ports the ports that the server listens on, to which a door must lead
 * @param end stops the server
 */
public record Site(String address, List<Integer> ports, AutoCloseable end) implements AutoCloseable {
    @Override
    public void close() {
        Tasks.close(end);
    }
}
