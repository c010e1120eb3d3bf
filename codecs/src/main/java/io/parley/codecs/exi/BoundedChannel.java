package io.parley.codecs.exi;

import com.siemens.ct.exi.core.io.channel.BitDecoderChannel;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.representation.SourceStream;
import java.io.IOException;

/**
 * Bit channel that bounds lengths: the library allocates any declared length, so this channel checks it against the
 * remaining bytes and the limit. Every string of a message, including names, is read by {@link #decodeStringOnly}.
 */
final class BoundedChannel extends BitDecoderChannel {
    /** Weight in bytes of a string that the value tables keep for repetitions. */
    private static final long STRING = 240;

    /** Weight in bytes of a character: two arrays during a copy, and a string. */
    private static final long CHARACTER_BYTES = 8;

    private final Source source;
    private final long maxString;

    BoundedChannel(Source source) {
        super(new SourceStream(source));
        this.source = source;
        this.maxString = source.limits().get(Limit.STRING_BYTES);
    }

    /** {@inheritDoc} A character takes at least one byte; most of the first byte may have been read already. */
    @Override
    public char[] decodeStringOnly(int length) throws IOException {
        if (length < 0 || !source.holds(length - 1L)) {
            throw ParleyException.malformed(
                    "a length of at most the bytes that remain", Integer.toUnsignedString(length), source.at("text"));
        }
        if (length > maxString) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxString, length, source.at("text"));
        }
        source.weigh(STRING + CHARACTER_BYTES * length);
        return super.decodeStringOnly(length);
    }

    /** Refuses binary values: Parley writes all values as text. */
    @Override
    public byte[] decodeBinary() {
        throw ParleyException.malformed("text", "binary data", source.at("value"));
    }
}
