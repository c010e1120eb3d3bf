package io.parley.codecs.exi;

import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.coder.EXIHeaderEncoder;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.io.channel.BitEncoderChannel;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Fixed options of EXI, known to both sides, and their header: it is written as constant bits and read by comparing
 * bits, so that options of a peer are never interpreted. Immutable and thread-safe.
 */
final class ExiForm {
    /** Bits of the cookie, the distinguishing bits, the presence of options, and the version (EXI 1.0, section 5). */
    private static final int FIXED_BITS = 40;

    private final EXIFactory factory;
    private final byte[] header;
    private final int bits;

    private ExiForm(EXIFactory factory, byte[] header, int bits) {
        this.factory = factory;
        this.header = header;
        this.bits = bits;
    }

    /**
     * Creates the form with the header that the library writes for the options, which must not be changed afterwards.
     */
    static ExiForm of(EXIFactory factory) {
        try {
            var bytes = new ByteArrayOutputStream();
            var channel = new CountedChannel(bytes);
            new EXIHeaderEncoder().write(channel, factory);
            int bits = channel.bits();
            channel.align();
            channel.flush();
            return new ExiForm(factory, bytes.toByteArray(), bits);
        } catch (EXIException | IOException e) {
            throw new IllegalStateException("EXIficient cannot write its own options", e);
        }
    }

    EXIFactory factory() {
        return factory;
    }

    void writeHeader(BitEncoderChannel out) throws IOException {
        for (int at = 0; at < bits; at += Byte.SIZE) {
            int count = Math.min(Byte.SIZE, bits - at);
            out.encodeNBitUnsignedInteger(expected(at, count), count);
        }
    }

    /**
     * Reads the header.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if it is not EXI in this form, {@code SCHEMA_VIOLATION} if it
     *     has other options or another schema
     */
    void readHeader(BoundedChannel in, Source source) throws IOException {
        for (int at = 0; at < bits; at += Byte.SIZE) {
            int count = Math.min(Byte.SIZE, bits - at);
            if (in.decodeNBitUnsignedInteger(count) != expected(at, count)) {
                throw at < FIXED_BITS
                        ? ParleyException.malformed(
                                "EXI 1.0 with the cookie, and options only if the form has them",
                                "something else",
                                source.at("header"))
                        : new ParleyException(
                                ErrorCode.SCHEMA_VIOLATION,
                                source.at("header")
                                        + ": expected the options of exi-schema and the schema of this side, found others; both"
                                        + " sides need the same schema");
            }
        }
    }

    /** Returns the expected bits at a position, which all lie in one byte. */
    private int expected(int at, int count) {
        return (header[at / Byte.SIZE] & 0xFF) >>> (Byte.SIZE - count);
    }

    /** Channel that reports how many bits were written. */
    private static final class CountedChannel extends BitEncoderChannel {
        CountedChannel(ByteArrayOutputStream bytes) {
            super(bytes);
        }

        int bits() {
            return ostream.getLength() * Byte.SIZE + ostream.getBitsInBuffer();
        }
    }
}
