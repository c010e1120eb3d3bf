package io.parley.conformance.raw;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A document in pieces of bnux inside an hhfr message (docs/reference/bnux.md, "In pieces"), with one symbol table for
 * the whole message. Writes elements without attributes and text; reads everything except document types.
 */
public final class BnuxRun {
    /** Value after a piece: another piece follows. */
    public static final int PIECE_FOLLOWS = 0;
    /** Value after a piece: content of others follows, then another piece. */
    public static final int OTHERS_FOLLOW = 1;
    /** Value after a piece: the document ends. */
    public static final int NOTHING_FOLLOWS = 2;

    private static final int OPENS_PAGE = 4;
    private static final int LOW_BITS = 3;
    private static final int SHORT_INDEX = 0x08;
    private static final int KIND = 0x07;
    private static final int TEXT = 0;
    private static final int ATTRIBUTE = 1;
    private static final int START = 2;
    private static final int END = 3;
    private static final int COMMENT = 4;
    private static final int DECLARATION = 5;
    private static final int INSTRUCTION = 6;
    private static final int NONE = 2;

    private final List<String> symbols = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> open = new ArrayList<>();
    private ByteOutput tokens = new ByteOutput();
    private int size;
    private int written;
    private boolean begun;

    /** Starts an element and declares the prefix of its name; without a namespace it has no declaration. */
    public BnuxRun start(String qualifiedName, String namespace) {
        int name = symbol(qualifiedName);
        return namespace.isEmpty() ? one(START, NONE << 6, name) : two(START, name, symbol(namespace));
    }

    /** Adds text. */
    public BnuxRun text(String text) {
        return one(TEXT, 0, symbol(text));
    }

    /** Ends an element. */
    public BnuxRun end() {
        tokens.number(END, 1);
        size++;
        return this;
    }

    private int symbol(String text) {
        int index = names.indexOf(text);
        if (index < 0) {
            names.add(text);
            symbols.add(text);
            return names.size() - 1;
        }
        return index;
    }

    /** Writes a token with one index, inline up to 15. A table of this client never has more than 256 symbols. */
    private BnuxRun one(int kind, int widths, int index) {
        if (index < (1 << 4)) {
            tokens.number((index << 4) | SHORT_INDEX | kind, 1);
            size++;
        } else {
            tokens.number(widths | kind, 1).number(index, 1);
            size += 2;
        }
        return this;
    }

    private BnuxRun two(int kind, int first, int second) {
        tokens.number(kind, 1).number(first, 1).number(second, 1);
        size += 3;
        return this;
    }

    /**
     * Writes the tokens since the last piece.
     *
     * @param behind one of {@link #PIECE_FOLLOWS}, {@link #OTHERS_FOLLOW} and {@link #NOTHING_FOLLOWS}
     */
    public void writePiece(ByteOutput out, int behind) {
        out.varint(((long) size << LOW_BITS) | (begun ? 0 : OPENS_PAGE) | behind);
        out.varint(symbols.size() - written);
        if (symbols.size() > written) {
            ByteOutput table = new ByteOutput();
            for (String symbol : symbols.subList(written, symbols.size())) {
                table.bytes(symbol.getBytes(StandardCharsets.UTF_8)).number(0, 1);
            }
            byte[] bytes = table.toBytes();
            out.varint(bytes.length).bytes(bytes);
        }
        out.bytes(tokens.toBytes());
        tokens = new ByteOutput();
        size = 0;
        written = symbols.size();
        begun = true;
    }

    /**
     * Reads a run and appends it to a text, with tags without namespace declarations.
     *
     * @return the value after its last piece
     */
    public int readRun(ByteInput in, StringBuilder xml) {
        int behind = PIECE_FOLLOWS;
        while (behind == PIECE_FOLLOWS) {
            long head = in.varint();
            behind = (int) head & (OPENS_PAGE - 1);
            if ((head & OPENS_PAGE) != 0) {
                symbols.clear();
            }
            long count = in.varint();
            if (count > 0) {
                readSymbols(count, new ByteInput(in.bytes((int) in.varint())));
            }
            readTokens(new ByteInput(in.bytes((int) (head >>> LOW_BITS))), xml);
        }
        return behind;
    }

    private void readSymbols(long count, ByteInput table) {
        for (long left = count; left > 0; left--) {
            ByteOutput symbol = new ByteOutput();
            for (long next = table.number(1); next != 0; next = table.number(1)) {
                symbol.number(next, 1);
            }
            symbols.add(new String(symbol.toBytes(), StandardCharsets.UTF_8));
        }
        table.expectEnd();
    }

    private void readTokens(ByteInput in, StringBuilder xml) {
        boolean tagIsOpen = false;
        while (in.remaining() > 0) {
            int token = (int) in.number(1);
            int kind = token & KIND;
            if (tagIsOpen && kind != ATTRIBUTE && kind != DECLARATION) {
                xml.append('>');
                tagIsOpen = false;
            }
            switch (kind) {
                case END ->
                    xml.append("</").append(open.remove(open.size() - 1)).append('>');
                case TEXT, COMMENT -> xml.append(first(token, in));
                case START -> {
                    open.add(named(token, in));
                    xml.append('<').append(open.get(open.size() - 1));
                    tagIsOpen = true;
                }
                case ATTRIBUTE -> {
                    String name = named(token, in);
                    String value = first((int) in.number(1), in);
                    in.number(1);
                    xml.append(' ').append(name).append("=\"").append(value).append('"');
                }
                case DECLARATION, INSTRUCTION -> {
                    first(token, in);
                    index((token >> 6) & 3, in);
                }
                default -> throw new WireError("expected a token without a document type, found " + token);
            }
        }
        if (tagIsOpen) {
            xml.append('>');
        }
    }

    private String first(int token, ByteInput in) {
        return symbol((token & SHORT_INDEX) != 0 ? token >> 4 : index((token >> 4) & 3, in));
    }

    private String named(int token, ByteInput in) {
        String name = first(token, in);
        if ((token & SHORT_INDEX) == 0 && ((token >> 6) & 3) != NONE) {
            index((token >> 6) & 3, in);
        }
        return name;
    }

    private static int index(int width, ByteInput in) {
        return switch (width) {
            case 0 -> (int) in.number(1);
            case 1 -> (int) in.number(2);
            case 3 -> (int) in.number(4);
            default -> -1;
        };
    }

    private String symbol(int index) {
        if (index < 0 || index >= symbols.size()) {
            throw new WireError("expected one of " + symbols.size() + " symbols, found " + index);
        }
        return symbols.get(index);
    }
}
