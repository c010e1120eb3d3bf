package io.parley.representation.bnux;

import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;

/**
 * Pages that come in pieces, between which others write to the same message: each with the symbols that are new in its
 * page (docs/reference/bnux.md, "In pieces").
 */
final class Pieces implements Portions {
    private static final int MOST = Integer.MAX_VALUE / 2;

    private final Source source;
    private final Symbols symbols;
    private byte[] body;
    private int end;
    private int behind = Format.MORE_FOLLOWS;
    private int number;

    /**
     * @param body memory for tokens, grown as needed
     */
    Pieces(Source source, Symbols symbols, byte[] body) {
        this.source = source;
        this.symbols = symbols;
        this.body = body;
    }

    /** Does nothing. */
    @Override
    public void begin() {}

    @Override
    public void turn() {
        long head = source.readVarint();
        boolean opens = (head & Format.OPENS_PAGE) != 0;
        behind = (int) head & Format.BEHIND;
        if (behind == Format.BEHIND || (number == 0 && !opens)) {
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

    /** Reads the new symbols of this piece; each must be named by one of its tokens. */
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
        if (length < count || length > MOST - symbols.bytesSoFar()) {
            throw ParleyException.malformed(
                    "a symbol table of " + count + " symbols", length + " bytes", source.at("piece before"));
        }
        symbols.append((int) count, length, source);
    }

    private int length(long said) {
        int length = source.checkLength(said, Limit.MESSAGE_BYTES, "piece before");
        if (length > MOST) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, MOST, length, source.at("piece before"));
        }
        return length;
    }

    @Override
    public boolean isLast() {
        return behind == Format.NOTHING_FOLLOWS;
    }

    @Override
    public boolean isPause() {
        return behind == Format.OTHERS_FOLLOW;
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
        return Intake.kept(body);
    }
}
