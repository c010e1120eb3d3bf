package io.parley.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/**
 * Finds ports for programs that need to be given one. No other program takes a port between being found and being
 * bound, or while a server that uses it is restarted: they lie below the ephemeral range of Linux, and each JVM has a
 * range of its own, whose first port it keeps bound until it ends.
 */
public final class FreePort {
    private static final int FIRST = 20_480;
    private static final int END = 32_768;
    private static final int RANGE = 512;

    private static final ServerSocket OWNED = own();
    private static int given = ThreadLocalRandom.current().nextInt(RANGE);

    private FreePort() {}

    /** Returns a port that is free on every address. */
    public static int find() {
        return next(1, FreePort::isFree);
    }

    /** Returns even ports, each free together with its successor, as a node of an Infinispan store needs. */
    public static List<Integer> pairs(int count) {
        List<Integer> pairs = new ArrayList<>();
        while (pairs.size() < count) {
            pairs.add(next(2, port -> port % 2 == 0 && isFree(port) && isFree(port + 1)));
        }
        return pairs;
    }

    /** Returns whether two ports come from the range of the same JVM. */
    static boolean inOneRange(int one, int other) {
        return (one - FIRST) / RANGE == (other - FIRST) / RANGE;
    }

    /** Returns the next free port, round robin, so that a port is reused as late as possible. */
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
