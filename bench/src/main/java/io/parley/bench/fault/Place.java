package io.parley.bench.fault;

import java.nio.file.Path;

/**
 * Where a trial takes place.
 *
 * @param client host that its clients use
 * @param port first of two ports, the same at the server and in front of it
 * @param second the other
 * @param folder for what outlives a process
 */
record Place(String client, int port, int second, Path folder) {
    /** Host of servers. */
    static final String SERVER = "127.0.0.1";
    /** Host of the proxy in front of them, at which servers are advertised. */
    static final String FRONT = "127.0.0.2";
}
