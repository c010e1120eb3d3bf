package io.parley.compression;

import io.parley.representation.Sink;
import io.parley.representation.Source;

/**
 * Compression of the messages of one call, or of one one-way message, at one side: outgoing content is packed, incoming
 * content is unpacked. Belongs to one thread at a time, except that any thread may call {@link #close}.
 */
public interface MessageCompression extends AutoCloseable {
    /** The identity compression. Content has no head byte. */
    MessageCompression NONE = IdentityCompression.INSTANCE;

    /**
     * Returns a drain that compresses a message. Called again if the message is restarted.
     *
     * @param to receives the output; its exceptions propagate to the writer of the message
     */
    Packing pack(Sink.Drain to);

    /**
     * Returns whether content that starts with this byte will expand, so that it must not be handled as a short
     * message.
     */
    boolean isPacked(int first);

    /**
     * Returns the decompressed content. Reading it may block if reading the source may.
     *
     * @param in source at the first byte; the caller closes it, after the returned source
     * @return the source itself if its content is not compressed; otherwise another one, which the caller closes
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE}, {@code LIMIT}, {@code BUDGET}; reading the source
     *     throws the same
     */
    Source unpack(Source in);

    /** Ends the messages of the call. Idempotent. */
    @Override
    void close();
}
