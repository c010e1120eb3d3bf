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
 * The symbol table of the page that a reader stands in. Its bytes are checked once, when the page comes: strict UTF-8,
 * XML characters only, as many of everything as was said. Strings are made when they are asked for; so are characters,
 * of all symbols at once.
 */
final class Symbols {
    /** Size that is kept for the next message. */
    private static final int KEPT = 4096;

    private static final int WIDE = -1;

    private static final long LOW_BITS = ~EightBytes.HIGH_BITS;
    private static final long BLANKS = 0x2020_2020_2020_2020L;
    /** Bytes of a block: one for each bit of a {@code long}. */
    private static final int BLOCK = Long.SIZE;
    /** Times it, the high bits of eight bytes are the high byte, the first of them the lowest. */
    private static final long GATHER = 0x0002_0408_1020_4081L;

    private static final int BUT_EIGHT = Long.SIZE - Byte.SIZE;
    /** Addend that carries a blank and all above it, but nothing below, into the high bit. */
    private static final long TO_HIGH = 0x6060_6060_6060_6060L;

    private byte[] bytes = {};
    /** Memory for the tables of pages that come in pieces. */
    private byte[] table = {};

    private int[] starts = new int[32];
    private @Nullable String[] strings = new @Nullable String[32];
    /** By symbol: one more than the number of its word in {@link Words}, or 0. */
    private int[] words = new int[32];
    /**
     * By symbol: its name when it was last used, with the symbol of the namespace beside it; or 0. See {@link
     * #knownName}.
     */
    private long[] names = new long[32];
    /** By symbol: total bytes of this name and its namespace. */
    private int[] nameBytes = new int[32];

    private int count;
    /** By symbol: 0 if it is all ASCII, else {@link #WIDE}, or its number of UTF-16 code units once it is decoded. */
    private int[] units = new int[32];

    private boolean anyWide;

    private final CharsetDecoder latin = StandardCharsets.ISO_8859_1.newDecoder();
    /** The characters of all symbols that are ASCII, each as far from the first as its byte. */
    private CharBuffer characters = CharBuffer.allocate(0);
    /** Number of symbols that are decoded to characters. */
    private int decoded;
    /** Whether the table takes more memory than is kept: then only requested symbols are decoded. */
    private boolean isLarge;

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
    }

    /** Begins the table of a page that comes in pieces. */
    void begin() {
        forget();
        starts[0] = 0;
        bytes = table;
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
        take(symbols, from + length, source);
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

    /** Returns the number that {@link #keepWord} kept, or 0. */
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

    /** The bytes that the kept name and its namespace have. */
    @HotPath
    int nameBytes(int symbol) {
        return nameBytes[symbol];
    }

    void keepName(int symbol, int namespace, int name, int bytes) {
        nameBytes[symbol] = bytes;
        names[symbol] = (long) (namespace + 2) << Integer.SIZE | name;
    }

    /** Memory that holds a symbol's characters from {@link #firstCharacter} on, until the next page comes. */
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

    /** Forgets the page, and the memory of a large one. */
    void clear() {
        if (starts.length > KEPT) {
            starts = new int[32];
            strings = new @Nullable String[32];
            words = new int[32];
            names = new long[32];
            nameBytes = new int[32];
            units = new int[32];
            count = 0;
        }
        forget();
        table = Intake.kept(table);
        bytes = table;
    }

    private void forget() {
        Arrays.fill(strings, 0, count, null);
        if (anyWide) {
            // One more: a symbol without its end may have been the last.
            Arrays.fill(units, 0, Math.min(count + 1, units.length), 0);
            anyWide = false;
        }
        count = 0;
        decoded = 0;
    }

    private String make(int symbol) {
        String made = new String(
                bytes,
                starts[symbol],
                length(symbol),
                units[symbol] == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        strings[symbol] = made;
        return made;
    }

    /** Decodes all new symbols at once with the JVM's intrinsic, which takes less time than one of them would here. */
    private void decode() {
        if (!isLarge) {
            int known = starts[decoded] - starts[0];
            int length = starts[count] - starts[0];
            int capacity = characters.capacity();
            if (capacity < length) {
                int larger = Math.min(Intake.KEPT, Math.max(length, 2 * capacity));
                characters = CharBuffer.wrap(Arrays.copyOf(characters.array(), larger));
            }
            ByteBuffer ahead = ByteBuffer.wrap(bytes, starts[decoded], length - known);
            latin.decode(ahead, characters.clear().position(known), true);
        }
        decoded = count;
    }

    /** Makes the characters of a symbol of what was widened as if it were ASCII. */
    private void correct(int symbol) {
        if (units[symbol] == WIDE && !isLarge) {
            units[symbol] = Utf8Rules.correct(
                    bytes, starts[symbol], end(symbol), characters.array(), starts[symbol] - starts[0]);
        }
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
        isLarge = end - starts[0] > Intake.KEPT;
        return found;
    }

    private void makeRoom(int most) {
        if (most >= starts.length) {
            int size = Math.max(most + 1, 2 * starts.length);
            starts = Arrays.copyOf(starts, size);
            strings = Arrays.copyOf(strings, size);
            words = Arrays.copyOf(words, size);
            names = Arrays.copyOf(names, size);
            nameBytes = Arrays.copyOf(nameBytes, size);
            units = Arrays.copyOf(units, size);
        }
        Arrays.fill(words, count, most, 0);
        Arrays.fill(names, count, most, 0);
    }

    /**
     * Finds the ends of the symbols; gives the UTF-16 code units of all of it. Longer symbols than allowed are found
     * afterwards: nothing was made of them yet.
     */
    @HotPath
    private int scan(int end, int most, Source source) {
        int from = starts[count];
        int fewer = 0;
        int at = from;
        int wordsUpTo = from; // the rest of a block that has something else in it is taken word by word
        while (at < end) {
            if (at >= wordsUpTo && end - at >= BLOCK) {
                at = passBlocks(at, end, most, source);
                wordsUpTo = at + BLOCK;
                continue;
            }
            int behind = passWord(at, end, most, source);
            if (behind < 0) {
                // What is not ASCII in one place is mostly so in others.
                wordsUpTo = end;
                at = ~behind;
                behind = passWide(at, end, source);
                fewer += fewerUnits(at, behind);
            }
            at = behind;
        }
        requireShort(from, end, source);
        return end - from - fewer;
    }

    /**
     * Takes the ends of symbols from blocks of which every byte is one, or ASCII and no control; gives the place of the
     * first other block. The ends of a block are counted in one number, so that the processor foresees where they stop
     * once a block and not once a word; records of 20 MB were read in 7 % less time.
     */
    @HotPath
    private int passBlocks(int from, int end, int most, Source source) {
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
            if (Long.bitCount(ends) > most - found) {
                throw wrong("as many symbols as was said", source);
            }
            for (; ends != 0; ends &= ends - 1) {
                begins[++found] = at + Long.numberOfTrailingZeros(ends) + 1;
            }
        }
        count = found;
        return at;
    }

    /**
     * Takes the controls among the next eight bytes, as far as they are ASCII; gives the place behind them, or the
     * complement of that of a byte that is not ASCII.
     */
    @HotPath
    private int passWord(int at, int end, int most, Source source) {
        long eight = EightBytes.at(bytes, at);
        if (end - at < Long.BYTES) {
            long behind = -1L << (Byte.SIZE * (end - at));
            eight = (eight & ~behind) | (BLANKS & behind);
        }
        long high = eight & EightBytes.HIGH_BITS;
        long controls = ~(((eight & LOW_BITS) + TO_HIGH) | eight) & EightBytes.HIGH_BITS;
        if (high == 0) {
            endSymbols(controls, at, most, source);
            return at + Math.min(Long.BYTES, end - at);
        }
        endSymbols(controls & ((high & -high) - 1), at, most, source);
        return ~(at + (Long.numberOfTrailingZeros(high) >>> 3));
    }

    /** Takes the controls among eight bytes: ends of symbols, and white space. */
    private void endSymbols(long controls, int at, int most, Source source) {
        for (long left = controls; left != 0; left &= left - 1) {
            int place = at + (Long.numberOfTrailingZeros(left) >>> 3);
            int control = bytes[place];
            if (control != 0) {
                requireSpace(control, source);
            } else if (count == most) {
                throw wrong("as many symbols as was said", source);
            } else {
                starts[++count] = place + 1;
            }
        }
    }

    /** Passes characters that are not ASCII, at least one; gives the place behind them. */
    private int passWide(int from, int end, Source source) {
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

    /** Returns how many more bytes than UTF-16 code units checked non-ASCII characters have. */
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
