package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one document, one at a time. A page is read, inflated if necessary, and its header and symbols are
 * checked before they are used: sizes against the remaining bytes, counts against the bytes that they require, inflated
 * content against the message limit.
 */
final class Pages implements Portions {
    private static final int COUNTS = 3 * Integer.BYTES;
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 64;
    private static final int INITIAL_BYTES = 1 << 16;

    private final Source source;
    private final Symbols symbols;
    private byte[] body;
    private int tokens;
    private int end;

    private @Nullable Inflater inflater;
    private byte[] stored = {};
    private long inflated;

    private int number;
    private boolean last;

    /**
     * @param body initial memory for pages, which grows as needed
     */
    Pages(Source source, Symbols symbols, byte[] body) {
        this.source = source;
        this.symbols = symbols;
        this.body = body;
    }

    @Override
    public void begin() {
        int magic = readInt();
        if (magic != Format.MAGIC) {
            throw malformed("the magic of bnux", "another");
        }
        int version = (byte) source.readByte();
        if (version == -Format.VERSION) {
            inflater = new Inflater();
        } else if (version != Format.VERSION) {
            throw malformed("data version 7 or -7", String.valueOf(version));
        }
    }

    @Override
    public boolean isLast() {
        return last;
    }

    @Override
    public boolean isPause() {
        return false;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public byte[] body() {
        return body;
    }

    @Override
    public int tokens() {
        return tokens;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public void fetch() {
        int marker = source.readByte();
        if (marker != Format.DOCTYPE) {
            throw malformed("the marker of a page", "byte " + marker);
        }
        int size = readInt();
        last = size < 0;
        int length = last ? -size : size;
        if (length < 0 || length > MAX_LENGTH || !source.holds(length)) {
            throw malformed(
                    "a page of at most the " + source.remaining() + " bytes that remain",
                    Integer.toUnsignedString(length));
        }
        number++;
        Inflater deflated = inflater;
        if (deflated == null) {
            body = Intake.read(source, body, 0, length);
            end = length;
        } else {
            stored = Intake.read(source, stored, 0, length);
            end = inflate(deflated, length);
        }
        open();
    }

    @Override
    public byte[] close() {
        Inflater deflated = inflater;
        if (deflated != null) {
            deflated.end();
            inflater = null;
        }
        return Intake.forReuse(body);
    }

    /** Reads and checks the header and the symbols of a page. */
    private void open() {
        int base = number == 1 ? Integer.BYTES : 0;
        int minimum = COUNTS + Integer.BYTES + base;
        if (end < minimum) {
            throw malformed("a page of at least " + minimum + " bytes", String.valueOf(end));
        }
        int count = intAt(0);
        int units = intAt(Integer.BYTES);
        int bytes = intAt(2 * Integer.BYTES);
        if (bytes < 0 || bytes > end - minimum) {
            throw malformed("a symbol table that fits its page", Integer.toUnsignedString(bytes) + " bytes");
        }
        int tableEnd = COUNTS + bytes;
        // Each symbol has an end mark, and is referred to by a token or is the base URI.
        if (count < 0 || count > units || units > bytes || count > end - tableEnd - Integer.BYTES) {
            throw malformed(
                    "counts that fit a symbol table of " + bytes + " bytes and a page of " + end,
                    Integer.toUnsignedString(count) + " symbols of " + Integer.toUnsignedString(units) + " units");
        }
        Symbols.requireWithinItems(count, source);
        if (intAt(tableEnd) != Format.MAGIC) {
            throw malformed("the magic of bnux after a symbol table", "another");
        }
        symbols.load(body, COUNTS, tableEnd, count, units, source);
        tokens = tableEnd + Integer.BYTES;
        if (base > 0) {
            int symbol = intAt(tokens);
            if (symbol < 0 || symbol >= count) {
                throw malformed("one of " + count + " symbols as base", Integer.toUnsignedString(symbol));
            }
            tokens += base;
        }
    }

    private int inflate(Inflater deflated, int length) {
        deflated.reset();
        deflated.setInput(stored, 0, length);
        long maxBytes = Math.min(MAX_LENGTH, source.limits().get(Limit.MESSAGE_BYTES) - inflated);
        int have = 0;
        try {
            while (!deflated.finished()) {
                if (have + Intake.SLACK >= body.length) {
                    long wanted = Math.min(maxBytes + 2 * Intake.SLACK, Math.max(2L * body.length, INITIAL_BYTES));
                    body = Arrays.copyOf(body, (int) wanted);
                }
                int step = deflated.inflate(body, have, body.length - Intake.SLACK - have);
                have += step;
                if (have > maxBytes) {
                    long allowed = source.limits().get(Limit.MESSAGE_BYTES);
                    throw ParleyException.limit(
                            Limit.MESSAGE_BYTES, allowed, inflated + have, source.at("inflated page before"));
                }
                if (step == 0 && !deflated.finished()) {
                    throw malformed("a whole zlib stream", "one that is cut off or needs a dictionary");
                }
            }
        } catch (DataFormatException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, source.at("page before") + ": expected zlib data, found none", e);
        }
        if (deflated.getRemaining() > 0) {
            throw malformed("the end of the page after its zlib stream", deflated.getRemaining() + " bytes");
        }
        inflated += have;
        return have;
    }

    private int intAt(int at) {
        return (body[at] & 0xFF) << 24
                | (body[at + 1] & 0xFF) << 16
                | (body[at + 2] & 0xFF) << 8
                | (body[at + 3] & 0xFF);
    }

    private int readInt() {
        return Integer.reverseBytes(source.readInt());
    }

    private ParleyException malformed(String expected, String found) {
        return ParleyException.malformed(expected, found, source.at("page before"));
    }
}
