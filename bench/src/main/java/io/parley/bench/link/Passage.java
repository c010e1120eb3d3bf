package io.parley.bench.link;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/** One direction of a connection through the door: what comes is counted and sent on. Has a thread of its own. */
final class Passage {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket from;
    private final Exit exit;
    private final LongAdder bytes;

    Passage(Socket from, Exit exit, LongAdder bytes) {
        this.from = from;
        this.exit = exit;
        this.bytes = bytes;
    }

    void start() {
        LinkDoor.start("bench-passage", this::handOn);
    }

    private void handOn() {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            var in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.add(count);
                exit.send(buffer, count);
            }
        } catch (IOException e) {
            // One of both went away.
            LinkDoor.end(from);
        } finally {
            exit.end();
        }
    }
}
