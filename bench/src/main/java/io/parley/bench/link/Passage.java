package io.parley.bench.link;

import io.parley.bench.contest.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection through the door: counts received bytes and forwards them, at once or over a wire. Runs
 * on a thread of its own.
 */
final class Passage {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int SLOW_BYTES = 200;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LinkDoor.Connection connection;
    private final Socket from;
    private final Socket to;
    private final byte[] buffer = new byte[BUFFER_BYTES];

    Passage(LinkDoor.Connection connection, Socket from, Socket to) {
        this.connection = connection;
        this.from = from;
        this.to = to;
    }

    /**
     * Starts to forward.
     *
     * @param exit delays the bytes; null if the link is not slow
     */
    void start(@Nullable WireExit exit) {
        Tasks.start("bench-passage", () -> forward(exit));
    }

    private void forward(@Nullable WireExit exit) {
        try {
            OutputStream out = to.getOutputStream();
            for (int count = read(); count >= 0; count = read()) {
                if (exit == null) {
                    out.write(buffer, 0, count);
                } else {
                    exit.send(buffer, count);
                }
            }
        } catch (IOException e) {
            connection.reset(); // One side has closed its socket.
        } finally {
            if (exit == null) {
                connection.ended(to);
            } else {
                exit.end();
            }
        }
    }

    /** Reads the next bytes, when they may be forwarded; returns their number, or -1 at the end. */
    private int read() throws IOException {
        InputStream in = from.getInputStream();
        boolean slowed = connection.isSlow(from);
        int count = in.read(buffer, 0, slowed ? SLOW_BYTES : BUFFER_BYTES);
        if (slowed) {
            LockSupport.parkNanos(SLOW_NANOS);
        }
        while (connection.isSilent() && !from.isClosed()) {
            LockSupport.parkNanos(SLOW_NANOS);
        }
        connection.count(Math.max(0, count));
        return count;
    }
}
