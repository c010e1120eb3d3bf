package io.parley.representation.bnux;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;

/**
 * Pages in pieces, between which other encoders write to the same message. Each piece has the symbols that are new in
 * its page (docs/reference/bnux.md, "In pieces").
 */
final class Pieces implements Portions {
    private static final int MAX_LENGTH = Integer.MAX_VALUE / 2;

    private final Source source;
    private final Symbols symbols;
    private byte[] body;
    private int end;
    private int following = Format.MORE_FOLLOWS;
    private int number;

    /**
     * @param body initial memory for tokens, which grows as needed
     */
    Pieces(Source source, Symbols symbols, byte[] body) {
        this.source = source;
        this.symbols = symbols;
        this.body = body;
    }

    /** Does nothing: there is no header. */
    @Override
    public void begin() {}

    @Override
    public void fetch() {
        long head = source.readVarint();
        boolean opens = (head & Format.OPENS_PAGE) != 0;
        following = (int) head & Format.FOLLOWING;
        if (following == Format.FOLLOWING || (number == 0 && !opens)) {
            throw ParleyException.malformed(
                    "a piece of a page that has begun, and what is behind it", "another", source.at("piece before"));
        }
        int length = length(head >>> Format.LENGTH_SHIFT);
        number++;
        if (opens) {
            symbols.begin();
        }
        readSymbols(length);
        body = Intake.read(source, body, 0, length);
        end = length;
    }

    /** Reads the new symbols of a piece. There cannot be more than its tokens refer to. */
    private void readSymbols(int tokens) {
        long count = source.readVarint();
        if (count == 0) {
            return;
        }
        if (count < 0 || count > tokens) {
            throw ParleyException.malformed(
                    "at most as many new symbols as the " + tokens + " bytes of tokens",
                    Long.toUnsignedString(count),
                    source.at("piece before"));
        }
        Symbols.requireWithinItems(symbols.count() + count, source);
        int length = length(source.readVarint());
        if (length < count || length > MAX_LENGTH - symbols.bytesSoFar()) {
            throw ParleyException.malformed(
                    "a symbol table of " + count + " symbols", length + " bytes", source.at("piece before"));
        }
        symbols.append((int) count, length, source);
    }

    private int length(long declared) {
        int length = source.checkLength(declared, Limit.MESSAGE_BYTES, "piece before");
        if (length > MAX_LENGTH) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, MAX_LENGTH, length, source.at("piece before"));
        }
        return length;
    }

    @Override
    public boolean isLast() {
        return following == Format.NOTHING_FOLLOWS;
    }

    @Override
    public boolean isPause() {
        return following == Format.OTHERS_FOLLOW;
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
        return 0;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public byte[] close() {
        return Intake.forReuse(body);
    }
}
