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
     * Whether what begins with this byte stands for more than came of it: then it is not handled where short messages
     * are.
     */
    boolean isPacked(int first);

    /**
     * What came, as content. May wait where the source may.
     *
     * @param in at the first byte; stays the caller's to close, after what is returned
     * @return the source itself where the content follows as it is; else one that the caller closes
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE}, {@code LIMIT}, {@code BUDGET}; so does whoever reads
     */
    Source unpack(Source in);

    /** There will be no more. Idempotent. */
    @Override
    void close();
}
