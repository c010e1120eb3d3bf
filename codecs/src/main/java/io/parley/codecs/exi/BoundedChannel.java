package io.parley.codecs.exi;

import com.siemens.ct.exi.core.io.channel.BitDecoderChannel;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.representation.SourceStream;
import java.io.IOException;

/**
 * The library's channel, through which it reads whatever has a length: it allocates what that says, so it is held here to
 * what can still come and to the limit. Every string of a message, names included, passes {@link #decodeStringOnly}.
 */
final class BoundedChannel extends BitDecoderChannel {
    /** What is kept of each in the tables of values, in case that it comes again. */
    private static final long STRING = 240;

    /** In two arrays, while one is copied, and in a string. */
    private static final long CHARACTER_BYTES = 8;

    private final Source source;
    private final long maxString;

    BoundedChannel(Source source) {
        super(new SourceStream(source));
        this.source = source;
        this.maxString = source.limits().get(Limit.STRING_BYTES);
    }

    /** A character takes a byte at least, of the first of which most may have been read already. */
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

    /** Values keep their text, so nothing that Parley writes is binary. */
    @Override
    public byte[] decodeBinary() {
        throw ParleyException.malformed("text", "binary data", source.at("value"));
    }
}
