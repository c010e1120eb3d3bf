package io.parley.bench.link;

import io.parley.bench.contest.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection through the door: counts received bytes and forwards them, at once or over a wire. Runs
 * on a thread of its own.
 */
final class Passage {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final LinkDoor.Connection connection;
    private final Socket from;
    private final Socket to;
    private final LongAdder bytes;
    /** Exit that delays the bytes; null if the link is not slow. */
    private final @Nullable WireExit exit;

    Passage(LinkDoor.Connection connection, Socket from, Socket to, LongAdder bytes, @Nullable WireExit exit) {
        this.connection = connection;
        this.from = from;
        this.to = to;
        this.bytes = bytes;
        this.exit = exit;
    }

    void start() {
        Tasks.start("bench-passage", this::handOn);
    }

    private void handOn() {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.add(count);
                if (exit == null) {
                    out.write(buffer, 0, count);
                } else {
                    exit.send(buffer, count);
                }
            }
        } catch (IOException e) {
            // One side closed its socket.
            LinkDoor.end(from);
        } finally {
            if (exit == null) {
                connection.ended(to);
            } else {
                exit.end();
            }
        }
    }
}
