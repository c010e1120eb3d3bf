package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The symbol table of the page that a reader stands in. Its bytes are checked once, when the page comes: strict UTF-8,
 * XML characters only, as many of everything as was said. Strings are made when they are asked for.
 */
final class Symbols {
    /** What is kept for the next message. */
    private static final int KEPT = 4096;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long SPACES = 0x2020_2020_2020_2020L;

    private byte[] bytes = {};
    /** Memory for the tables of pages that come in pieces. */
    private byte[] table = {};

    private int[] starts = new int[32];
    private @Nullable String[] strings = new @Nullable String[32];
    /** By symbol: one more than the number of the word that {@link Words} knows it as, or 0. */
    private int[] words = new int[32];
    /** By symbol: the name that it was last, with the symbol of the namespace beside it; or 0. See {@link #knownName}. */
    private long[] names = new long[32];

    private int count;
    private Charset charset = StandardCharsets.US_ASCII;

    /**
     * Takes the table of a page.
     *
     * @param body the page, with at least eight bytes behind the table; must not change while the page is read
     * @param units UTF-16 code units that all symbols and their ends are said to have
     */
    void load(byte[] body, int from, int end, int symbols, int units, Source source) {
        begin();
        bytes = body;
        starts[0] = from;
        if (take(symbols, end, source) != units) {
            throw wrong("as many UTF-16 code units as was said", source);
        }
        charset = units == end - from ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
    }

    /** Begins the table of a page that comes in pieces. */
    void begin() {
        Arrays.fill(strings, 0, count, null);
        count = 0;
        starts[0] = 0;
        bytes = table;
        charset = StandardCharsets.ISO_8859_1;
    }

    /** Bytes of a table that came in pieces. */
    int bytesSoFar() {
        return starts[count];
    }

    /** Takes what one piece adds to the table. */
    void append(int symbols, int length, Source source) {
        int from = starts[count];
        table = Intake.read(source, table, from, length);
        bytes = table;
        if (take(symbols, from + length, source) != length) {
            charset = StandardCharsets.UTF_8;
        }
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int symbol) {
        return starts[symbol];
    }

    /** Where the symbol's bytes end. */
    int end(int symbol) {
        return starts[symbol + 1] - 1;
    }

    int length(int symbol) {
        return starts[symbol + 1] - 1 - starts[symbol];
    }

    @HotPath
    String string(int symbol) {
        String known = strings[symbol];
        return known == null ? make(symbol) : known;
    }

    /** What {@link #keepWord} kept, or 0. */
    int word(int symbol) {
        return words[symbol];
    }

    void keepWord(int symbol, int word) {
        words[symbol] = word;
    }

    /**
     * The name that {@link #keepName} kept for that symbol and that namespace, or -1: most names of a page stand in it
     * many times, and are then found without a look at what they are.
     *
     * @param namespace the symbol of the namespace, or -1
     */
    @HotPath
    int knownName(int symbol, int namespace) {
        long known = names[symbol];
        return (int) (known >>> Integer.SIZE) == namespace + 2 ? (int) known : -1;
    }

    void keepName(int symbol, int namespace, int name) {
        names[symbol] = (long) (namespace + 2) << Integer.SIZE | name;
    }

    /** Forgets the page, and the memory of a large one. */
    void clear() {
        if (starts.length > KEPT) {
            starts = new int[32];
            strings = new @Nullable String[32];
            words = new int[32];
            names = new long[32];
        } else {
            Arrays.fill(strings, 0, count, null);
        }
        table = Intake.kept(table);
        bytes = table;
        count = 0;
    }

    private String make(int symbol) {
        String made = new String(bytes, starts[symbol], length(symbol), charset);
        strings[symbol] = made;
        return made;
    }

    /** Checks how many symbols a table is said to have. */
    static void requireWithinItems(long symbols, Source source) {
        long most = source.limits().get(Limit.ITEMS);
        if (symbols > most) {
            throw ParleyException.limit(Limit.ITEMS, most, symbols, source.at("symbol table before"));
        }
    }

    /** Takes symbols from where the table ends so far up to that place; gives the UTF-16 code units of them. */
    private int take(int symbols, int end, Source source) {
        int most = count + symbols;
        makeRoom(most);
        int found = scan(end, most, source);
        if (starts[count] != end || count != most) {
            throw wrong("as many symbols as was said, each with its end", source);
        }
        return found;
    }

    private void makeRoom(int most) {
        if (most >= starts.length) {
            int size = Math.max(most + 1, 2 * starts.length);
            starts = Arrays.copyOf(starts, size);
            strings = Arrays.copyOf(strings, size);
            words = Arrays.copyOf(words, size);
            names = Arrays.copyOf(names, size);
        }
        Arrays.fill(words, count, most, 0);
        Arrays.fill(names, count, most, 0);
    }

    /** Finds the ends of the symbols; gives the UTF-16 code units of all of it. */
    @HotPath
    private int scan(int end, int most, Source source) {
        byte[] scanned = bytes;
        int[] begins = starts;
        int from = begins[count];
        int longest = source.limits().getInt(Limit.STRING_BYTES);
        int units = end - from;
        int at = from;
        while (at < end) {
            long eight = (long) EIGHT_BYTES.get(scanned, at);
            // Bytes below a blank borrow, those above ASCII have it: the lowest bit that is set is right.
            long odd = ((eight - SPACES) | eight) & HIGH_BITS;
            if (odd == 0) {
                at += Long.BYTES;
                continue;
            }
            at += Long.numberOfTrailingZeros(odd) >>> 3;
            if (at >= end) {
                break;
            }
            int control = scanned[at];
            if (control == 0) {
                if (at - begins[count] > longest || count == most) {
                    throw tooLongOrMany(at - begins[count], longest, source);
                }
                begins[++count] = ++at;
            } else if (control > 0) {
                requireSpace(control, source);
                at++;
            } else {
                int length = Utf8Rules.sequence(scanned, at, end);
                if (length == 0) {
                    throw wrong("UTF-8 of XML characters", source);
                }
                units -= length == 2 ? 1 : 2;
                at += length;
            }
        }
        return units;
    }

    private static void requireSpace(int control, Source source) {
        if (control != '\n' && control != '\r' && control != '\t') {
            throw wrong("XML characters", source);
        }
    }

    private static ParleyException tooLongOrMany(int length, int longest, Source source) {
        return length > longest
                ? ParleyException.limit(Limit.STRING_BYTES, longest, length, source.at("symbol"))
                : wrong("as many symbols as was said", source);
    }

    private static ParleyException wrong(String expected, Source source) {
        return ParleyException.malformed(expected, "something else", source.at("symbol table before"));
    }
}
