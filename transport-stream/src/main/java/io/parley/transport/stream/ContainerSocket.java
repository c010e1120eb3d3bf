package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Socket of a connection that a container handed over by an HTTP upgrade, as non-blocking I/O. It is read by one thread
 * at a time; all other calls come from the connection's event loop. No method blocks.
 */
public interface ContainerSocket {
    /**
     * Returns the network's own socket, if nothing (such as TLS) lies between it and the container. The caller then
     * reads and writes that socket itself, and calls nothing else of this object but {@link #close} at the end.
     *
     * @return null if the container keeps the socket
     */
    default @Nullable Direct direct() {
        return null;
    }

    /**
     * Socket that its container gave up.
     *
     * @param early bytes that the container read from it after the upgrade
     */
    record Direct(SocketChannel socket, ByteBuffer early) {}

    /**
     * Reads available bytes, as many as the buffer has room for.
     *
     * @return the number of bytes; 0 if none are available, and {@link Signals#readable} is called when some are; -1 at
     *     the end of input
     * @throws IOException if the connection broke
     */
    int read(ByteBuf into) throws IOException;

    /**
     * Runs a read task on a thread that may read, because bytes were left unread.
     *
     * @param read the task, which calls {@link #read}
     */
    void resume(Runnable read);

    /**
     * Returns whether {@link #write} may be called; if not, {@link Signals#writable} is called when it may.
     *
     * @throws IOException if the connection broke
     */
    boolean isReady() throws IOException;

    /**
     * Writes bytes; only while {@link #isReady}. The socket owns the array from then on.
     *
     * @throws IOException if the connection broke
     */
    void write(byte[] bytes) throws IOException;

    /**
     * Sends what was written; only while {@link #isReady}.
     *
     * @throws IOException if the connection broke
     */
    void flush() throws IOException;

    /** Closes the connection. Idempotent. */
    void close();

    /** Events of a container's socket, delivered on the container's threads. Implementations must not block. */
    interface Signals {
        /** Called when bytes can be read. */
        void readable();

        /** Called when bytes can be written again. */
        void writable();

        /** Called at the end of input, after the bytes that were read. */
        void ended();

        /** Called when the connection broke. */
        void failed(Throwable why);
    }
}
