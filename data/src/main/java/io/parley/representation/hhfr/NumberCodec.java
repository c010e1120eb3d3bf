package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Numbers without a fixed size: two's complement, most significant byte first, behind their length. */
final class NumberCodec {
    /** Longer numbers make printing them an attack: it takes more than linear time. */
    static final int BYTES = 65_536;

    private NumberCodec() {}

    static void write(BigInteger value, Sink sink, String path) {
        byte[] bytes = value.toByteArray();
        if (bytes.length > BYTES) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected a number of at most " + BYTES + " bytes, found more");
        }
        sink.writeVarint(bytes.length);
        sink.writeBytes(bytes, 0, bytes.length);
    }

    static BigInteger readInteger(Source source, String path) {
        int length = source.readLength(Limit.STRING_BYTES, path);
        if (length < 1 || length > BYTES) {
            throw ParleyException.malformed("a number of 1 to " + BYTES + " bytes", length + " bytes", source.at(path));
        }
        byte[] bytes = new byte[length];
        source.readBytes(bytes, 0, length);
        return new BigInteger(bytes);
    }

    /** A negative scale is written out: XML Schema has no exponents for decimals. */
    static void write(BigDecimal value, Sink sink, String path) {
        if (Math.abs((long) value.scale()) > BYTES) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected a scale of at most " + BYTES + ", found " + value.scale());
        }
        BigDecimal plain = value.scale() < 0 ? value.setScale(0) : value;
        sink.writeVarint(plain.scale());
        write(plain.unscaledValue(), sink, path);
    }

    static BigDecimal readDecimal(Source source, String path) {
        long scale = source.readVarint();
        if (scale < 0 || scale > BYTES) {
            throw ParleyException.malformed(
                    "a scale of at most " + BYTES, Long.toUnsignedString(scale), source.at(path));
        }
        return new BigDecimal(readInteger(source, path), (int) scale);
    }
}
