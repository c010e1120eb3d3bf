package io.parley.compression;

import io.parley.representation.Sink;
import io.parley.representation.Source;

/**
 * The messages of one call, or the one that has no answer, as one side sees them: what goes out is packed, what comes in
 * unpacked. One thread at a time, but {@link #close} may come from any.
 */
public interface MessageCompression extends AutoCloseable {
    /** Content goes as it is, without a byte of a compression's own. */
    MessageCompression NONE = AsItIs.INSTANCE;

    /**
     * The way of a message's content to the wire; asked for again where a message begins anew.
     *
     * @param to takes what goes out; what it throws comes back to whoever writes
     */
    Packing pack(Sink.Drain to);

    /**
     * Returns whether content that begins with this byte stands for more than was received: then it is not handled
     * where short messages are.
     */
    boolean isPacked(int first);

    /**
     * Returns the expanded content. May block where the source may.
     *
     * @param in at the first byte; the caller closes it, after the returned source
     * @return the source itself if its content is not compressed; else one that the caller closes
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE}, {@code LIMIT}, {@code BUDGET}; reading the source
     *     throws the same
     */
    Source unpack(Source in);

    /** Ends the messages of the call. Idempotent. */
    @Override
    void close();
}
