package io.parley.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for what has to be told its own. */
public final class FreePort {
    private FreePort() {}

    /** Free on every address when asked for; nobody else on this machine is likely to take it in between. */
    public static int find() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("this machine has no free port", e);
        }
    }
}
