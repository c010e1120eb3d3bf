package io.parley.bench.contest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that need to know their port before they bind it. They are below Linux's ephemeral port range, so
 * that no client of this machine takes one in the meantime. Each JVM has a range of its own, which it reserves by
 * binding the first port. Thread-safe.
 */
public final class FreePort {
    private static final int FIRST = 10_240;
    private static final int END = 20_480;
    private static final int RANGE = 256;

    private static final ServerSocket OWNED = own();
    private static int given = ThreadLocalRandom.current().nextInt(RANGE);

    private FreePort() {}

    /**
     * Returns an unused port, each time another one.
     *
     * @throws IOException if all ports of this JVM's range are in use
     */
    public static synchronized int find() throws IOException {
        for (int tried = 0; tried < RANGE; tried++) {
            int port = OWNED.getLocalPort() + given;
            given = (given + 1) % RANGE;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("expected a free port from " + OWNED.getLocalPort() + " on, found none of " + RANGE);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static ServerSocket own() {
        for (int first = FIRST; first < END; first += RANGE) {
            try {
                return new ServerSocket(first, 1, InetAddress.getLoopbackAddress());
            } catch (IOException taken) {
                // Another JVM owns this range; the next one may be free.
            }
        }
        throw new IllegalStateException("expected a range of free ports from " + FIRST + " on, found none");
    }
}
