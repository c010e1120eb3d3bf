package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.representation.Sink;
import java.util.Arrays;

/**
 * Builder of a page: collects symbols, and tokens with indexes in the order of first use. On completion symbols are
 * brought into wire order, and tokens are written with the shortest indexes.
 */
final class PageBuilder {
    /**
     * Flag in a raw token: it has a namespace. The kind is below it, the type of an attribute from {@link #TYPE_SHIFT}
     * on.
     */
    private static final int HAS_NAMESPACE = 1 << 3;

    private static final int TYPE_SHIFT = 8;
    /** Additional bytes of a document type token beyond its weight. */
    private static final int DOCUMENT_TYPE_BYTES = 16;
    /**
     * Greatest number of tokens, and of bytes, of a builder that is kept for the next document; those of a full page
     * are about as many.
     */
    private static final int MAX_KEPT = 1 << 18;

    private final SymbolTable symbols;
    private final WrittenNames names = new WrittenNames();
    private int[] raw = new int[256];
    private int size;
    /** Total of the bytes and indexes of all tokens, from which the size of the page is computed. */
    private int weight;

    /** Number of symbols that earlier pieces of the page contain. */
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

    /** Adds the base URI of the document, its first symbol. */
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

    /** Adds a text or comment. */
    @HotPath
    void text(int kind, String text) {
        add(kind);
        add(symbols.use(text));
        weight += 2;
    }

    /** Adds a declaration or processing instruction. */
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
        return raw.length > MAX_KEPT || page.length > MAX_KEPT || symbols.isLarge();
    }

    /** Returns whether the page has no tokens. */
    boolean isEmpty() {
        return size == 0;
    }

    /** Returns whether the next end tag starts a new page. */
    boolean isFull() {
        return (long) weight + symbols.units() + symbols.size() >= Format.PAGE_SIZE;
    }

    /**
     * Encodes the page: {@link #length()} bytes of {@link #bytes()}, valid until the next token is added.
     *
     * @param first whether it is the first page of the document
     */
    void complete(boolean first) {
        int count = symbols.size();
        int table = symbols.bytes();
        ensure(5L * Integer.BYTES + table + maxTokenBytes(count));
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

    /** Starts another page. */
    void clear() {
        symbols.clear();
        names.startPage();
        size = 0;
        weight = 0;
        written = 0;
    }

    /**
     * Writes the symbols and tokens added since the last piece of the page. Symbols keep the order of their first use.
     *
     * @param head flags of the piece, written in its head beside the length
     */
    void writePiece(Sink sink, int head) {
        int count = symbols.size();
        ensure(maxTokenBytes(count));
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
     * Returns the greatest number of bytes of the tokens: a unit of weight is at most one index and one byte, and no
     * index is wider than that of the next symbol.
     */
    private long maxTokenBytes(int symbols) {
        return (width(symbols) + 2L) * weight + DOCUMENT_TYPE_BYTES;
    }

    /** Ensures the capacity for a page. That of a full page leaves the builder small enough to be kept. */
    private void ensure(long minCapacity) {
        if (page.length < minCapacity) {
            page = new byte
                    [(int) Math.min(
                            Integer.MAX_VALUE - 64, Math.max(minCapacity, Math.min(MAX_KEPT, 2L * page.length)))];
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

    /** Returns the number of each symbol on the wire. If symbols are sorted, {@link #ranks} has the inverse mapping. */
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
     * Brings the symbols into wire order: those used once are moved to the end, each swapped with the last one that was
     * not visited, and the others are sorted by frequency. The exact swaps determine the bytes.
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
        // Sorting (frequency, previous place) as one number is a stable sort by frequency.
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
