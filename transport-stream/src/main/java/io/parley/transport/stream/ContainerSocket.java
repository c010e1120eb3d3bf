package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * The socket of a connection that a container has and handed over by an upgrade, in the terms of non-blocking I/O. Reading is asked for by one
 * thread at a time, all else by the connection's event loop; none of it blocks.
 */
public interface ContainerSocket {
    /**
     * The network's own socket, if nothing stands between it and the container, as TLS does: from then on it is the caller's to read and write, and
     * nothing else of this is called but {@link #close}, once it is closed.
     *
     * @return null if the container keeps it
     */
    default @Nullable Direct direct() {
        return null;
    }

    /**
     * A socket that its container lets go of.
     *
     * @param early bytes that were read from it behind the upgrade
     */
    record Direct(SocketChannel socket, ByteBuffer early) {}

    /**
     * Reads as much as there is and the buffer has room for.
     *
     * @return how many bytes; 0 if none are there, and {@link Signals#readable} is called when there are; -1 at the end
     */
    int read(ByteBuf into) throws IOException;

    /** Has that task run, which reads, on a thread that may, though bytes that are there were left unread. */
    void resume(Runnable read);

    /** Whether bytes are taken; if not, {@link Signals#writable} is called when they are. */
    boolean isReady() throws IOException;

    /** Takes bytes once; the array is the socket's from then on. Only while it is ready. */
    void write(byte[] bytes) throws IOException;

    /** Has what was taken sent. Only while it is ready. */
    void flush() throws IOException;

    /** Ends the connection. Idempotent. */
    void close();

    /** What a container tells of its socket, on threads of its own, which are not held. */
    interface Signals {
        /** Something can be read. */
        void readable();

        /** Bytes are taken again. */
        void writable();

        /** There is nothing more, after what was read. */
        void ended();

        /** The connection broke. */
        void failed(Throwable why);
    }
}
