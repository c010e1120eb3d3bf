package io.parley.bench.link;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A client's connection to the door, and the door's to the server. Each direction ends by itself, as in TCP; after both
 * have ended there is nothing left. Thread-safe.
 */
final class Connection implements Closeable {
    private final AtomicInteger directions = new AtomicInteger(2);
    private final Socket client;
    private final Socket server;
    private final Consumer<Connection> after;

    /**
     * Both halves.
     *
     * @param after is told when both directions have ended
     */
    Connection(Socket client, Socket server, Consumer<Connection> after) {
        this.client = client;
        this.server = server;
        this.after = after;
    }

    /** Nothing more will go to that side. */
    void ended(Socket to) {
        try {
            to.shutdownOutput();
        } catch (IOException e) {
            // That side is gone, and with it the other direction.
            LinkDoor.end(this);
        }
        if (directions.decrementAndGet() == 0) {
            LinkDoor.end(this);
            after.accept(this);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
