package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Codec of numbers without a fixed size: a length, then two's complement with the most significant byte first. */
final class NumberCodec {
    /**
     * Greatest length of a number in bytes. Printing a number takes more than linear time, so longer ones would allow
     * an attack.
     */
    static final int MAX_BYTES = 65_536;

    private NumberCodec() {}

    static void write(BigInteger value, Sink sink, String path) {
        byte[] bytes = value.toByteArray();
        if (bytes.length > MAX_BYTES) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected a number of at most " + MAX_BYTES + " bytes, found more");
        }
        sink.writeVarint(bytes.length);
        sink.writeBytes(bytes, 0, bytes.length);
    }

    static BigInteger readInteger(Source source, String path) {
        int length = source.readLength(Limit.STRING_BYTES, path);
        if (length < 1 || length > MAX_BYTES) {
            throw ParleyException.malformed(
                    "a number of 1 to " + MAX_BYTES + " bytes", length + " bytes", source.at(path));
        }
        byte[] bytes = new byte[length];
        source.readBytes(bytes, 0, length);
        return new BigInteger(bytes);
    }

    /** Writes a decimal. A negative scale is normalised to zero, because decimals of XML Schema have no exponent. */
    static void write(BigDecimal value, Sink sink, String path) {
        if (Math.abs((long) value.scale()) > MAX_BYTES) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path + ": expected a scale of at most " + MAX_BYTES + ", found " + value.scale());
        }
        BigDecimal plain = value.scale() < 0 ? value.setScale(0) : value;
        sink.writeVarint(plain.scale());
        write(plain.unscaledValue(), sink, path);
    }

    static BigDecimal readDecimal(Source source, String path) {
        long scale = source.readVarint();
        if (scale < 0 || scale > MAX_BYTES) {
            throw ParleyException.malformed(
                    "a scale of at most " + MAX_BYTES, Long.toUnsignedString(scale), source.at(path));
        }
        return new BigDecimal(readInteger(source, path), (int) scale);
    }
}
