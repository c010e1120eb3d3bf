package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.representation.Sink;
import java.util.Arrays;

/**
 * A page that is collected: symbols, and tokens whose indexes are those of first use. When it is complete, the symbols
 * are put into the order of the wire and the tokens made, each index as short as it can be.
 */
final class PageBuilder {
    /** Flags in a raw token, above its kind: there is a namespace; and from here on the type of an attribute. */
    private static final int HAS_NAMESPACE = 1 << 3;

    private static final int TYPE_SHIFT = 8;
    /** Bytes of a document type beyond what its weight allows for. */
    private static final int DOCUMENT_TYPE_BYTES = 16;
    /** Tokens and bytes of a page that is kept for the next document; a full page has about as many. */
    private static final int KEPT = 1 << 18;

    private final SymbolTable symbols;
    private final WrittenNames names = new WrittenNames();
    private int[] raw = new int[256];
    private int size;
    /** Bytes and indexes of all tokens, as the size of a page is reckoned. */
    private int weight;

    /** Symbols that earlier pieces of the page have. */
    private int written;

    private int[] identity = {};
    private int[] renumbered = {};
    private long[] ranks = {};
    private byte[] page = new byte[1024];
    private int length;

    PageBuilder() {
        this(new SymbolTable());
    }

    PageBuilder(SymbolTable symbols) {
        this.symbols = symbols;
    }

    /** The symbol that the document begins with. */
    void base(String uri) {
        symbols.use(uri);
    }

    @HotPath
    void start(String prefix, String local, String uri) {
        named(Format.START, prefix, local, uri);
        weight++;
    }

    @HotPath
    void attribute(String prefix, String local, String uri, String value, int type) {
        named(Format.ATTRIBUTE | type << TYPE_SHIFT, prefix, local, uri);
        add(symbols.use(value));
        weight += 3;
    }

    @HotPath
    void end() {
        add(Format.END);
        weight++;
    }

    /** A text or comment. */
    @HotPath
    void text(int kind, String text) {
        add(kind);
        add(symbols.use(text));
        weight += 2;
    }

    /** A declaration or processing instruction. */
    void pair(int kind, String first, String second) {
        add(kind);
        add(symbols.use(first));
        add(symbols.use(second));
        weight += 3;
    }

    void documentType(DocumentType type) {
        add(Format.DOCTYPE);
        add(symbols.use(type.root()));
        add(symbols.use(type.publicSymbol()));
        add(symbols.use(type.systemSymbol()));
        add(symbols.use(type.subset()));
        weight += 5;
    }

    /** Returns whether the builder has become too large to be kept for another document. */
    boolean isLarge() {
        return raw.length > KEPT || page.length > KEPT || symbols.isLarge();
    }

    /** Returns whether no token was added yet. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Returns whether the next end tag begins a new page. */
    boolean isFull() {
        return (long) weight + symbols.units() + symbols.size() >= Format.PAGE_SIZE;
    }

    /**
     * Makes the bytes of the page: {@link #length()} bytes of {@link #bytes()}, valid until something is added.
     *
     * @param first whether the document begins with it
     */
    void complete(boolean first) {
        int count = symbols.size();
        int table = symbols.bytes();
        ensure(5L * Integer.BYTES + table + mostTokenBytes(count));
        int at = writeInt(0, count);
        at = writeInt(at, symbols.units() + count);
        at = writeInt(at, table);
        int[] order = order(count);
        at = writeSymbols(at, count);
        at = writeInt(at, Format.MAGIC);
        if (first) {
            at = writeInt(at, order[0]);
        }
        length = writeTokens(at, order);
        clear();
    }

    /** Begins another page. */
    void clear() {
        symbols.clear();
        names.turn();
        size = 0;
        weight = 0;
        written = 0;
    }

    /**
     * Writes the new symbols and the tokens since the last piece of the page. Symbols keep the order of their first
     * use.
     *
     * @param head flags of the piece, written beside its length
     */
    void writePiece(Sink sink, int head) {
        int count = symbols.size();
        ensure(mostTokenBytes(count));
        length = writeTokens(0, identity(count));
        sink.writeVarint((long) length << Format.LENGTH_SHIFT | head);
        sink.writeVarint(count - written);
        if (count > written) {
            symbols.writeFrom(written, sink);
        }
        sink.writeBytes(page, 0, length);
        written = count;
        size = 0;
    }

    /**
     * Returns the greatest size of the tokens: each unit of weight is an index and one byte at most, and no index is
     * wider than that of the next symbol.
     */
    private long mostTokenBytes(int symbols) {
        return (width(symbols) + 2L) * weight + DOCUMENT_TYPE_BYTES;
    }

    /** Room for a page, of which a full one leaves the builder small enough to be kept. */
    private void ensure(long most) {
        if (page.length < most) {
            page = new byte[(int) Math.min(Integer.MAX_VALUE - 64, Math.max(most, Math.min(KEPT, 2L * page.length)))];
        }
    }

    byte[] bytes() {
        return page;
    }

    int length() {
        return length;
    }

    @HotPath
    private void named(int token, String prefix, String local, String uri) {
        boolean qualified = !uri.isEmpty();
        WrittenNames.Name written = names.find(prefix, local, uri);
        if (names.isInPage(written)) {
            symbols.useAgain(written.symbol());
            if (qualified) {
                symbols.useAgain(written.namespace());
            }
        } else {
            int name = symbols.useName(prefix, local);
            names.keep(written, name, qualified ? symbols.use(uri) : name);
        }
        add(qualified ? token | HAS_NAMESPACE : token);
        add(written.symbol());
        weight++;
        if (qualified) {
            add(written.namespace());
            weight++;
        }
    }

    private void add(int number) {
        if (size == raw.length) {
            raw = Arrays.copyOf(raw, 2 * size);
        }
        raw[size++] = number;
    }

    private int[] identity(int count) {
        if (identity.length < count) {
            identity = new int[Math.max(count, 2 * identity.length)];
            Arrays.setAll(identity, symbol -> symbol);
        }
        return identity;
    }

    /** The number on the wire of each symbol; {@link #ranks} has the reverse if symbols are sorted. */
    private int[] order(int count) {
        if (count <= Format.UNSORTED) {
            return identity(count);
        }
        if (renumbered.length < count) {
            renumbered = new int[Math.max(count, 2 * renumbered.length)];
            ranks = new long[renumbered.length];
        }
        rank(count);
        for (int number = 0; number < count; number++) {
            renumbered[(int) ranks[number]] = number;
        }
        return renumbered;
    }

    private int writeSymbols(int start, int count) {
        if (count <= Format.UNSORTED) {
            symbols.copyAll(page, start);
            return start + symbols.bytes();
        }
        int at = start;
        for (int number = 0; number < count; number++) {
            at = symbols.copy((int) ranks[number], page, at);
        }
        return at;
    }

    /**
     * Brings the symbols into the order of the wire: those used once to the end, each in exchange for the last that was
     * not looked at, then the others by how often they were used. Every exchange matters for the bytes.
     */
    private void rank(int count) {
        for (int symbol = 0; symbol < count; symbol++) {
            ranks[symbol] = symbol;
        }
        int tail = count;
        for (int i = count - 1; i >= 0; i--) {
            if (symbols.frequency((int) ranks[i]) == 1) {
                long once = ranks[i];
                ranks[i] = ranks[--tail];
                ranks[tail] = once;
            }
        }
        // A sort of (frequency, place so far, symbol) in one number is a stable one by frequency.
        long[] places = Arrays.copyOf(ranks, tail);
        for (int i = 0; i < tail; i++) {
            ranks[i] = (long) (Integer.MAX_VALUE - symbols.frequency((int) places[i])) << Integer.SIZE | i;
        }
        Arrays.sort(ranks, 0, tail);
        for (int i = 0; i < tail; i++) {
            ranks[i] = places[(int) ranks[i]];
        }
    }

    @HotPath
    private int writeTokens(int start, int[] order) {
        int[] numbers = raw;
        int at = start;
        int i = 0;
        while (i < size) {
            int token = numbers[i++];
            int kind = token & Format.KIND;
            switch (kind) {
                case Format.END -> page[at++] = Format.END;
                case Format.TEXT, Format.COMMENT -> at = writeOne(at, kind, order[numbers[i++]]);
                case Format.START -> {
                    boolean qualified = (token & HAS_NAMESPACE) != 0;
                    at = writeName(at, kind, order[numbers[i]], qualified ? order[numbers[i + 1]] : -1);
                    i += qualified ? 2 : 1;
                }
                case Format.ATTRIBUTE -> {
                    boolean qualified = (token & HAS_NAMESPACE) != 0;
                    at = writeName(at, kind, order[numbers[i]], qualified ? order[numbers[i + 1]] : -1);
                    i += qualified ? 2 : 1;
                    at = writeOne(at, Format.TEXT, order[numbers[i++]]);
                    page[at++] = (byte) (token >> TYPE_SHIFT);
                }
                case Format.DOCTYPE -> {
                    page[at++] = Format.DOCTYPE;
                    for (int end = i + 4; i < end; i++) {
                        at = writeInt(at, order[numbers[i]]);
                    }
                }
                default -> {
                    at = writeTwo(at, kind, order[numbers[i]], order[numbers[i + 1]]);
                    i += 2;
                }
            }
        }
        return at;
    }

    private int writeName(int at, int kind, int name, int uri) {
        if (uri >= 0) {
            return writeTwo(at, kind, name, uri);
        }
        if (name < 16) {
            page[at] = (byte) (kind | Format.INLINED | name << Format.FIRST_SHIFT);
            return at + 1;
        }
        int width = width(name);
        page[at] = (byte) (kind | width << Format.FIRST_SHIFT | Format.ABSENT << Format.SECOND_SHIFT);
        return writeIndex(at + 1, name, width);
    }

    private int writeOne(int at, int kind, int index) {
        if (index < 16) {
            page[at] = (byte) (kind | Format.INLINED | index << Format.FIRST_SHIFT);
            return at + 1;
        }
        int width = width(index);
        page[at] = (byte) (kind | width << Format.FIRST_SHIFT);
        return writeIndex(at + 1, index, width);
    }

    private int writeTwo(int at, int kind, int first, int second) {
        int firstWidth = width(first);
        int secondWidth = width(second);
        page[at] = (byte) (kind | firstWidth << Format.FIRST_SHIFT | secondWidth << Format.SECOND_SHIFT);
        return writeIndex(writeIndex(at + 1, first, firstWidth), second, secondWidth);
    }

    private static int width(int index) {
        return index < 1 << 8 ? Format.ONE_BYTE : index < 1 << 16 ? Format.TWO_BYTES : Format.FOUR_BYTES;
    }

    private int writeIndex(int at, int index, int width) {
        if (width == Format.ONE_BYTE) {
            page[at] = (byte) index;
            return at + 1;
        }
        if (width == Format.TWO_BYTES) {
            page[at] = (byte) (index >> 8);
            page[at + 1] = (byte) index;
            return at + 2;
        }
        return writeInt(at, index);
    }

    private int writeInt(int at, int value) {
        page[at] = (byte) (value >> 24);
        page[at + 1] = (byte) (value >> 16);
        page[at + 2] = (byte) (value >> 8);
        page[at + 3] = (byte) value;
        return at + 4;
    }
}
