package io.parley.representation.bnux;

import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Symbol table of a reader's current page. Its bytes are checked once, when the page is read: strict UTF-8, XML
 * characters only, and the declared counts. Strings are created on first use; characters are decoded for all symbols at
 * once.
 */
final class Symbols {
    /** Greatest number of symbols whose arrays are kept for the next message. */
    private static final int MAX_KEPT = 4096;

    private static final int WIDE = -1;

    private static final long LOW_BITS = ~EightBytes.HIGH_BITS;
    private static final long BLANKS = 0x2020_2020_2020_2020L;
    /** Length of a block in bytes: one for each bit of a {@code long}. */
    private static final int BLOCK = Long.SIZE;
    /** Factor that gathers the high bits of eight bytes in the highest byte, the first of them lowest. */
    private static final long GATHER = 0x0002_0408_1020_4081L;

    private static final int BUT_EIGHT = Long.SIZE - Byte.SIZE;
    /** Addend that carries a blank, and every byte above it but none below, into the high bit. */
    private static final long TO_HIGH = 0x6060_6060_6060_6060L;

    private byte[] bytes = {};
    /** Memory for the tables of pages in pieces. */
    private byte[] table = {};

    private int[] starts = new int[32];
    private @Nullable String[] strings = new @Nullable String[32];
    /** For each symbol: the number of its word in {@link Words}, or 0 if unknown. */
    private int[] words = new int[32];
    /**
     * For each symbol: the symbol of the namespace and the name that it had at its last use, or 0. See {@link
     * #knownName}.
     */
    private long[] names = new long[32];
    /** For each symbol: total length in bytes of that name and its namespace. */
    private int[] nameBytes = new int[32];

    private int count;
    /** For each symbol: 0 if it is ASCII, else {@link #WIDE}, or its number of UTF-16 code units once it is decoded. */
    private int[] units = new int[32];

    private boolean anyWide;

    private final CharsetDecoder latin = StandardCharsets.ISO_8859_1.newDecoder();
    /** The characters of all ASCII symbols, at the offsets of their bytes. */
    private CharBuffer characters = CharBuffer.allocate(0);
    /** Number of symbols that are decoded to characters. */
    private int decoded;
    /** Whether the table exceeds the memory that is kept, so that only requested symbols are decoded. */
    private boolean isLarge;

    /**
     * Reads the table of a page.
     *
     * @param body the page, with at least eight bytes after the table; must not change while the page is read
     * @param units declared number of UTF-16 code units of all symbols and their end marks
     */
    void load(byte[] body, int from, int end, int symbols, int units, Source source) {
        begin();
        bytes = body;
        starts[0] = from;
        if (scanSymbols(symbols, end, source) != units) {
            throw wrong("the declared number of UTF-16 code units", source);
        }
    }

    /** Starts the table of a page in pieces. */
    void begin() {
        reset();
        starts[0] = 0;
        bytes = table;
    }

    /** Returns the total length in bytes of a table in pieces. */
    int bytesSoFar() {
        return starts[count];
    }

    /** Reads the symbols that a piece adds to the table. */
    void append(int symbols, int length, Source source) {
        int from = starts[count];
        table = Intake.read(source, table, from, length);
        bytes = table;
        scanSymbols(symbols, from + length, source);
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

    /** Returns the end of the symbol's bytes. */
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

    /** Returns the word that {@link #keepWord} stored, or 0. */
    int word(int symbol) {
        return words[symbol];
    }

    void keepWord(int symbol, int word) {
        words[symbol] = word;
    }

    /**
     * Returns the name that {@link #keepName} stored for that symbol and namespace, or -1. Most names occur many times
     * in a page, and are then found without comparing them.
     *
     * @param namespace the symbol of the namespace, or -1
     */
    @HotPath
    int knownName(int symbol, int namespace) {
        long known = names[symbol];
        return (int) (known >>> Integer.SIZE) == namespace + 2 ? (int) known : -1;
    }

    /** Returns the length in bytes of the stored name and its namespace. */
    @HotPath
    int nameBytes(int symbol) {
        return nameBytes[symbol];
    }

    void keepName(int symbol, int namespace, int name, int bytes) {
        nameBytes[symbol] = bytes;
        names[symbol] = (long) (namespace + 2) << Integer.SIZE | name;
    }

    /**
     * Returns an array that contains a symbol's characters from {@link #firstCharacter} on. Valid until the next page.
     */
    @HotPath
    char[] characters(int symbol) {
        if (decoded < count) {
            decode();
        }
        if (units[symbol] != 0) {
            correct(symbol);
        }
        return isLarge ? string(symbol).toCharArray() : characters.array();
    }

    /** Returns the index of the symbol's first character. */
    @HotPath
    int firstCharacter(int symbol) {
        return isLarge ? 0 : starts[symbol] - starts[0];
    }

    /** Returns the number of the symbol's characters. */
    @HotPath
    int characterCount(int symbol) {
        int known = units[symbol];
        return known == 0 ? length(symbol) : known > 0 ? known : string(symbol).length();
    }

    /** Clears the page, and releases the memory of a large one. */
    void clear() {
        if (starts.length > MAX_KEPT) {
            starts = new int[32];
            strings = new @Nullable String[32];
            words = new int[32];
            names = new long[32];
            nameBytes = new int[32];
            units = new int[32];
            count = 0;
        }
        reset();
        table = Intake.forReuse(table);
        bytes = table;
    }

    private void reset() {
        Arrays.fill(strings, 0, count, null);
        if (anyWide) {
            // One more: the last symbol may have had no end mark.
            Arrays.fill(units, 0, Math.min(count + 1, units.length), 0);
            anyWide = false;
        }
        count = 0;
        decoded = 0;
    }

    private String make(int symbol) {
        String string = new String(
                bytes,
                starts[symbol],
                length(symbol),
                units[symbol] == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        strings[symbol] = string;
        return string;
    }

    /**
     * Decodes all new symbols at once with an intrinsic of the JVM, which takes less time than a loop needs for one of
     * them.
     */
    private void decode() {
        if (!isLarge) {
            int known = starts[decoded] - starts[0];
            int length = starts[count] - starts[0];
            int capacity = characters.capacity();
            if (capacity < length) {
                int larger = Math.min(Intake.MAX_KEPT, Math.max(length, 2 * capacity));
                characters = CharBuffer.wrap(Arrays.copyOf(characters.array(), larger));
            }
            ByteBuffer ahead = ByteBuffer.wrap(bytes, starts[decoded], length - known);
            latin.decode(ahead, characters.clear().position(known), true);
        }
        decoded = count;
    }

    /** Corrects the characters of a non-ASCII symbol, which was decoded as if it were ASCII. */
    private void correct(int symbol) {
        if (units[symbol] == WIDE && !isLarge) {
            units[symbol] = Utf8Rules.correct(
                    bytes, starts[symbol], end(symbol), characters.array(), starts[symbol] - starts[0]);
        }
    }

    /** Checks the declared number of symbols against the item limit. */
    static void requireWithinItems(long symbols, Source source) {
        long maxCount = source.limits().get(Limit.ITEMS);
        if (symbols > maxCount) {
            throw ParleyException.limit(Limit.ITEMS, maxCount, symbols, source.at("symbol table before"));
        }
    }

    /** Scans further symbols up to that index. Returns their number of UTF-16 code units. */
    private int scanSymbols(int symbols, int end, Source source) {
        int maxCount = count + symbols;
        ensureCapacity(maxCount);
        int found = scan(end, maxCount, source);
        if (starts[count] != end || count != maxCount) {
            throw wrong("the declared number of symbols, each with its end mark", source);
        }
        isLarge = end - starts[0] > Intake.MAX_KEPT;
        return found;
    }

    private void ensureCapacity(int maxCount) {
        if (maxCount >= starts.length) {
            int size = Math.max(maxCount + 1, 2 * starts.length);
            starts = Arrays.copyOf(starts, size);
            strings = Arrays.copyOf(strings, size);
            words = Arrays.copyOf(words, size);
            names = Arrays.copyOf(names, size);
            nameBytes = Arrays.copyOf(nameBytes, size);
            units = Arrays.copyOf(units, size);
        }
        Arrays.fill(words, count, maxCount, 0);
        Arrays.fill(names, count, maxCount, 0);
    }

    /**
     * Finds the ends of the symbols. Returns the number of UTF-16 code units. The lengths of symbols are checked
     * afterwards, which is early enough, since nothing is allocated for them here.
     */
    @HotPath
    private int scan(int end, int maxCount, Source source) {
        int from = starts[count];
        int fewer = 0;
        int at = from;
        int wordsUpTo = from; // the rest of a block with other bytes is scanned word by word
        while (at < end) {
            if (at >= wordsUpTo && end - at >= BLOCK) {
                at = scanBlocks(at, end, maxCount, source);
                wordsUpTo = at + BLOCK;
                continue;
            }
            int next = scanWord(at, end, maxCount, source);
            if (next < 0) {
                // A table with non-ASCII text mostly has more of it.
                wordsUpTo = end;
                at = ~next;
                next = scanWide(at, end, source);
                fewer += fewerUnits(at, next);
            }
            at = next;
        }
        requireShort(from, end, source);
        return end - from - fewer;
    }

    /**
     * Scans blocks that only contain end marks and ASCII without control characters. Returns the index of the first
     * other block. The end marks of a block are gathered in one number, so that a branch is mispredicted at most once
     * for each block, not for each word: records of 20 MB are read in 7 % less time.
     */
    @HotPath
    private int scanBlocks(int from, int end, int maxCount, Source source) {
        byte[] scanned = bytes;
        int[] begins = starts;
        int found = count;
        int at = from;
        for (; end - at >= BLOCK; at += BLOCK) {
            long ends = 0;
            long odd = 0;
            for (int i = 0; i < BLOCK; i += Long.BYTES) {
                long eight = EightBytes.at(scanned, at + i);
                long some = ((eight & LOW_BITS) + LOW_BITS) | eight;
                odd |= eight | (some & ~((eight & LOW_BITS) + TO_HIGH));
                ends |= ((~some & EightBytes.HIGH_BITS) * GATHER) >>> BUT_EIGHT << i;
            }
            if ((odd & EightBytes.HIGH_BITS) != 0) {
                break;
            }
            if (Long.bitCount(ends) > maxCount - found) {
                throw wrong("the declared number of symbols", source);
            }
            for (; ends != 0; ends &= ends - 1) {
                begins[++found] = at + Long.numberOfTrailingZeros(ends) + 1;
            }
        }
        count = found;
        return at;
    }

    /**
     * Scans the next eight bytes as far as they are ASCII. Returns the index after them, or the bitwise complement of
     * the index of a byte that is not ASCII.
     */
    @HotPath
    private int scanWord(int at, int end, int maxCount, Source source) {
        long eight = EightBytes.at(bytes, at);
        if (end - at < Long.BYTES) {
            long padding = -1L << (Byte.SIZE * (end - at));
            eight = (eight & ~padding) | (BLANKS & padding);
        }
        long high = eight & EightBytes.HIGH_BITS;
        long controls = ~(((eight & LOW_BITS) + TO_HIGH) | eight) & EightBytes.HIGH_BITS;
        if (high == 0) {
            endSymbols(controls, at, maxCount, source);
            return at + Math.min(Long.BYTES, end - at);
        }
        endSymbols(controls & ((high & -high) - 1), at, maxCount, source);
        return ~(at + (Long.numberOfTrailingZeros(high) >>> 3));
    }

    /** Processes the control characters among eight bytes: end marks of symbols, and white space. */
    private void endSymbols(long controls, int at, int maxCount, Source source) {
        for (long left = controls; left != 0; left &= left - 1) {
            int place = at + (Long.numberOfTrailingZeros(left) >>> 3);
            int control = bytes[place];
            if (control != 0) {
                requireSpace(control, source);
            } else if (count == maxCount) {
                throw wrong("the declared number of symbols", source);
            } else {
                starts[++count] = place + 1;
            }
        }
    }

    /** Scans at least one character that is not ASCII. Returns the index after them. */
    private int scanWide(int from, int end, Source source) {
        byte[] scanned = bytes;
        int at = from;
        do {
            int length = Utf8Rules.sequence(scanned, at, end);
            if (length == 0) {
                throw wrong("UTF-8 of XML characters", source);
            }
            at += length;
        } while (at < end && scanned[at] < 0);
        units[count] = WIDE;
        anyWide = true;
        return at;
    }

    /** Returns by how much the bytes of checked non-ASCII characters exceed their UTF-16 code units. */
    private int fewerUnits(int from, int end) {
        int fewer = 0;
        for (int at = from; at < end; at++) {
            int lead = bytes[at] & 0xFF;
            fewer += lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : 2;
        }
        return fewer;
    }

    private void requireShort(int from, int end, Source source) {
        int longest = source.limits().getInt(Limit.STRING_BYTES);
        if (end - from > longest) {
            for (int symbol = 0; symbol < count; symbol++) {
                if (length(symbol) > longest) {
                    throw ParleyException.limit(Limit.STRING_BYTES, longest, length(symbol), source.at("symbol"));
                }
            }
        }
    }

    private static void requireSpace(int control, Source source) {
        if (control != '\n' && control != '\r' && control != '\t') {
            throw wrong("XML characters", source);
        }
    }

    private static ParleyException wrong(String expected, Source source) {
        return ParleyException.malformed(expected, "something else", source.at("symbol table before"));
    }
}
