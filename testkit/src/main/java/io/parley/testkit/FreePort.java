package io.parley.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/**
 * Ports for what has to be told its own. Nobody takes one between being found and being bound, nor while a server is down
 * that is to come again at it: they are below those that Linux gives to whoever has no wish, and each JVM has a range of
 * its own, whose first port it keeps bound for as long as it lives.
 */
public final class FreePort {
    private static final int FIRST = 20_480;
    private static final int END = 32_768;
    private static final int RANGE = 512;

    private static final ServerSocket OWNED = own();
    private static int given = ThreadLocalRandom.current().nextInt(RANGE);

    private FreePort() {}

    /** Free on every address when asked for. */
    public static int find() {
        return next(1, FreePort::isFree);
    }

    /** Even ports, each free together with the one behind it: what a node of an Infinispan store listens on. */
    public static List<Integer> pairs(int count) {
        List<Integer> pairs = new ArrayList<>();
        while (pairs.size() < count) {
            pairs.add(next(2, port -> port % 2 == 0 && isFree(port) && isFree(port + 1)));
        }
        return pairs;
    }

    /** Whether two ports are found by one JVM. */
    static boolean inOneRange(int one, int other) {
        return (one - FIRST) / RANGE == (other - FIRST) / RANGE;
    }

    /** In turns, so that one comes again as late as possible. */
    private static synchronized int next(int size, IntPredicate wanted) {
        for (int tried = 0; tried < RANGE; tried++) {
            int port = OWNED.getLocalPort() + given;
            boolean taken = wanted.test(port);
            given = (given + (taken ? size : 1)) % RANGE;
            if (taken) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free from " + OWNED.getLocalPort() + " on");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("0.0.0.0"))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static ServerSocket own() {
        for (int first = FIRST; first < END; first += RANGE) {
            try {
                return new ServerSocket(first, 1, InetAddress.getLoopbackAddress());
            } catch (IOException e) {
                // Another JVM has it; the next one may be free.
            }
        }
        throw new IllegalStateException("all ranges of ports are taken from " + FIRST + " on");
    }
}
