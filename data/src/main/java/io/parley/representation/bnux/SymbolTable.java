package io.parley.representation.bnux;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.XmlText;
import java.nio.CharBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Symbols of the page that a writer collects, in the order of their first use, with their frequencies. A symbol is
 * identified by its prefix and the rest: the name {@code a:b} and the text {@code a:b} are two symbols. Each is checked
 * and encoded in UTF-8 once for each page. Lookups are bounded by the size of the page, and among texts of one hash by
 * {@link #MAX_PER_HASH}. Not final: tests reproduce the output of older builds.
 */
class SymbolTable {
    private static final int KEPT_BYTES = 1 << 18;
    private static final int KEPT_SLOTS = 1 << 16;
    private static final int INITIAL_SLOTS = 128;
    /**
     * Greatest length of text whose characters are read one by one. For longer text it is faster to copy them first:
     * texts of a dozen words are then written in 0.9 of the time.
     */
    private static final int MAX_SHORT = 8;
    /**
     * Greatest number of texts of one hash that are compared. Any further one becomes a new symbol at each occurrence.
     * Many texts share a hash only by intent, and a page of them would otherwise take quadratic time.
     */
    private static final int MAX_PER_HASH = 16;

    /** Number of slots that can be cleared in bulk in less time than a single symbol is looked up. */
    private static final int BULK_CLEARED = 16;

    private byte[] bytes = new byte[1024];
    private int[] ends = new int[64];
    private int[] frequencies = new int[64];
    private int[] hashes = new int[64];
    /**
     * Prefix of each symbol, or null. The table outlives messages, so that each reference stored in it costs a write
     * barrier of the collector. A null does not: a message of 50 bytes is written in 0.9 of the time.
     */
    private @Nullable String[] prefixes = new @Nullable String[64];

    private @Nullable String[] strings = new @Nullable String[64];
    /** Hash table with open addressing, at most half full. An entry is the symbol's number plus one, or 0. */
    private int[] table = new int[INITIAL_SLOTS];
    /**
     * Number of slots in use, minus one; all others are 0. A small page after a large one uses few slots, because its
     * symbols would otherwise be spread over more memory than the processor's first-level cache.
     */
    private int mask = INITIAL_SLOTS - 1;

    /** The characters of the text that is being encoded. */
    private char[] characters = new char[256];

    private int size;
    private int units;

    /** Returns the symbol of a text, value, prefix or namespace, and counts a use. */
    @HotPath
    final int use(String string) {
        return use("", string);
    }

    /** Returns the symbol of a qualified name, and counts a use. */
    @HotPath
    int useName(String prefix, String local) {
        return use(prefix, local);
    }

    /** Counts another use of a symbol. */
    @HotPath
    final void useAgain(int symbol) {
        frequencies[symbol]++;
    }

    /** Returns the number of symbols. */
    int size() {
        return size;
    }

    /** Returns the total number of UTF-16 code units of all symbols. */
    int units() {
        return units;
    }

    /** Returns the total number of UTF-8 bytes of all symbols, with their end marks. */
    int bytes() {
        return size == 0 ? 0 : ends[size - 1];
    }

    int frequency(int symbol) {
        return frequencies[symbol];
    }

    /** Copies all symbols in their present order. */
    void copyAll(byte[] into, int at) {
        System.arraycopy(bytes, 0, into, at, bytes());
    }

    /** Writes the symbols from that one on, after their total length in bytes. */
    void writeFrom(int first, Sink sink) {
        int start = first == 0 ? 0 : ends[first - 1];
        int length = bytes() - start;
        sink.writeVarint(length);
        sink.writeBytes(bytes, start, length);
    }

    /** Copies one symbol with its end mark. Returns the index after it. */
    int copy(int symbol, byte[] into, int at) {
        int start = symbol == 0 ? 0 : ends[symbol - 1];
        int length = ends[symbol] - start;
        System.arraycopy(bytes, start, into, at, length);
        return at + length;
    }

    /** Returns whether the table has become too large to be kept for another document. */
    boolean isLarge() {
        return bytes.length > KEPT_BYTES || characters.length > KEPT_BYTES || table.length > KEPT_SLOTS;
    }

    void clear() {
        clearSlots();
        Arrays.fill(prefixes, 0, size, null);
        Arrays.fill(strings, 0, size, null);
        // The next page is likely to have as many symbols.
        mask = Math.max(INITIAL_SLOTS, Math.min(table.length, 4 * Integer.highestOneBit(size))) - 1;
        size = 0;
        units = 0;
    }

    private int use(String prefix, String string) {
        int hash = hash(prefix, string);
        int others = 0;
        for (int slot = hash & mask; table[slot] != 0 && others < MAX_PER_HASH; slot = (slot + 1) & mask) {
            int symbol = table[slot] - 1;
            if (hashes[symbol] == hash) {
                if (string.equals(strings[symbol]) && isPrefix(symbol, prefix)) {
                    frequencies[symbol]++;
                    return symbol;
                }
                others++;
            }
        }
        int symbol = add(prefix, string, hash);
        if (others < MAX_PER_HASH) {
            put(symbol);
        }
        return symbol;
    }

    private boolean isPrefix(int symbol, String prefix) {
        String known = prefixes[symbol];
        return known == null ? prefix.isEmpty() : known.equals(prefix);
    }

    private static int hash(String prefix, String string) {
        int hash = string.hashCode() * 31 + prefix.hashCode();
        return hash ^ (hash >>> 15);
    }

    private int add(String prefix, String string, int hash) {
        if (size == ends.length) {
            grow();
        }
        if (2 * size > mask) {
            widen();
        }
        int at = bytes();
        int length = string.length();
        if (!prefix.isEmpty()) {
            at = encode(prefix, at);
            bytes[at++] = ':';
            length += prefix.length() + 1;
            prefixes[size] = prefix;
        }
        at = encode(string, at);
        bytes[at++] = 0;
        ends[size] = at;
        units += length;
        frequencies[size] = 1;
        hashes[size] = hash;
        strings[size] = string;
        return size++;
    }

    private void put(int symbol) {
        int slot = hashes[symbol] & mask;
        while (table[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table[slot] = symbol + 1;
    }

    /**
     * Clears the slots of all symbols. For a small page only the occupied slots are visited: from the slot of a
     * symbol's hash up to the next free one.
     */
    private void clearSlots() {
        if (mask < size * BULK_CLEARED) {
            Arrays.fill(table, 0, mask + 1, 0);
            return;
        }
        for (int symbol = 0; symbol < size; symbol++) {
            for (int slot = hashes[symbol] & mask; table[slot] != 0; slot = (slot + 1) & mask) {
                table[slot] = 0;
            }
        }
    }

    private void grow() {
        int larger = 2 * size;
        ends = Arrays.copyOf(ends, larger);
        frequencies = Arrays.copyOf(frequencies, larger);
        hashes = Arrays.copyOf(hashes, larger);
        prefixes = Arrays.copyOf(prefixes, larger);
        strings = Arrays.copyOf(strings, larger);
    }

    /**
     * Doubles the number of slots, and reinserts the symbols in the table. Symbols beyond {@link #MAX_PER_HASH} are not
     * inserted, since they would form one long cluster.
     */
    private void widen() {
        int[] narrow = Arrays.copyOf(table, mask + 1);
        int slots = 2 * narrow.length;
        if (table.length < slots) {
            table = new int[slots];
        } else {
            Arrays.fill(table, 0, narrow.length, 0);
        }
        mask = slots - 1;
        for (int entry : narrow) {
            if (entry != 0) {
                put(entry - 1);
            }
        }
    }

    /** Encodes XML text in UTF-8. Returns the index after it, where there is room for two more bytes. */
    @HotPath
    private int encode(String text, int start) {
        int length = text.length();
        ensure(start + (long) length);
        byte[] into = bytes;
        if (length > MAX_SHORT) {
            return encodeLong(text, start);
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || (c < ' ' && !isSpace(c))) {
                return encodeLong(text, start);
            }
            into[start + i] = (byte) c;
        }
        return start + length;
    }

    @HotPath
    private int encodeLong(String text, int start) {
        int length = text.length();
        if (characters.length < length) {
            characters = new char[Math.max(length, 2 * characters.length)];
        }
        char[] from = characters;
        text.getChars(0, length, from, 0);
        byte[] into = bytes;
        for (int i = 0; i < length; i++) {
            char c = from[i];
            if (c >= 0x80 || (c < ' ' && !isSpace(c))) {
                return encodeRest(from, i, length, start + i);
            }
            into[start + i] = (byte) c;
        }
        return start + length;
    }

    /** Encodes the rest of a text, from its first character that is not ASCII or not legal in XML. */
    @HotPath
    private int encodeRest(char[] text, int from, int length, int start) {
        ensure(start + 3L * (length - from));
        byte[] into = bytes;
        int at = start;
        for (int i = from; i < length; i++) {
            char c = text[i];
            if (c < ' ' ? !isSpace(c) : c >= '\uFFFE') {
                throw refused("XML characters", XmlText.describe(CharBuffer.wrap(text), i));
            }
            if (c < 0x80) {
                into[at++] = (byte) c;
            } else if (c < 0x800) {
                into[at++] = (byte) (0xC0 | (c >> 6));
                into[at++] = rest(c);
            } else if (!Character.isSurrogate(c)) {
                into[at++] = (byte) (0xE0 | (c >> 12));
                into[at++] = rest(c >> 6);
                into[at++] = rest(c);
            } else {
                int point = pair(text, i++, length);
                into[at++] = (byte) (0xF0 | (point >> 18));
                into[at++] = rest(point >> 12);
                into[at++] = rest(point >> 6);
                into[at++] = rest(point);
            }
        }
        return at;
    }

    private static boolean isSpace(char c) {
        return c == '\n' || c == '\t' || c == '\r';
    }

    private static byte rest(int bits) {
        return (byte) (0x80 | (bits & 0x3F));
    }

    private static int pair(char[] text, int at, int length) {
        int point = Character.codePointAt(text, at, length);
        if (!Character.isSupplementaryCodePoint(point)) {
            throw refused("Unicode text", "an unpaired surrogate at character " + at);
        }
        return point;
    }

    private void ensure(long end) {
        long needed = end + 2;
        if (needed > Integer.MAX_VALUE - 64) {
            throw refused("a page of less than 2 GiB", "a longer one");
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 64, Math.max(needed, 2L * bytes.length)));
        }
    }

    private static ParleyException refused(String expected, String found) {
        return new ParleyException(ErrorCode.ENCODING, "content: expected " + expected + ", found " + found);
    }
}
