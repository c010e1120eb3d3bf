package io.parley.channel;

import io.netty.buffer.ByteBuf;

/** A transport connection, as the layer above uses it. Thread-safe; no method blocks. */
public interface Connection {
    /**
     * Queues a whole frame behind those already queued. Releases the frame, also when the connection is closed; then
     * the frame is lost and {@link ConnectionHandler#onClosed} tells so.
     */
    void send(ByteBuf frame);

    /** Sends the queued frames. Several calls in a row may be served by one write. */
    void flush();

    /** Returns whether more may be queued now; {@link ConnectionHandler#onWritable()} is called when it may again. */
    boolean isWritable();

    /** Stops or resumes taking bytes from the peer; frames already read are still delivered. */
    void setReading(boolean reading);

    /** The handler's frames are counted as pending until this call (limit {@code PENDING_CONNECTIONS}). */
    void markAccepted();

    /** The peer's address, for logs. */
    String remote();

    /** Returns whether transport security protects it. */
    boolean isSecure();

    /** Closes after what is queued went out, or at once after a second. Idempotent. */
    void close();
}
