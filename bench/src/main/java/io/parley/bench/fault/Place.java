package io.parley.bench.fault;

import java.nio.file.Path;

/**
 * The addresses and files of a trial.
 *
 * @param port the first of two ports, the same at the server and at the proxy
 * @param second the second port
 * @param folder the folder for files that outlive a process
 */
record Place(int port, int second, Path folder) {
    /** The host of servers. */
    static final String SERVER = "127.0.0.1";
    /** The host of the proxy in front of the servers, which servers advertise. */
    static final String FRONT = "127.0.0.2";
}
