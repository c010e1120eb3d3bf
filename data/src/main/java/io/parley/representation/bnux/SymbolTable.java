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
 * The symbols of the page that a writer collects, in the order of their first use, with how often each was used. What a
 * symbol is, is its prefix and the rest: the name {@code a:b} and the text {@code a:b} are two. Each is checked and put
 * into UTF-8 once a page. Searching is bounded by the page, and among texts of one hash by {@link #OF_ONE_HASH}. Not final: tests write
 * what older builds wrote.
 */
class SymbolTable {
    private static final int KEPT_BYTES = 1 << 18;
    private static final int KEPT_SLOTS = 1 << 16;
    private static final int FEW_SLOTS = 128;
    /**
     * Up to here a text is asked for its characters one by one; from then on it costs less to copy them first, and texts of a
     * dozen words are written in 0.9 of the time.
     */
    private static final int SHORT = 8;
    /**
     * Number of texts of one hash that are compared; any further one becomes a new symbol each time it comes. Different
     * texts share a hash by somebody's intent, and a page of them would be compared each with each.
     */
    private static final int OF_ONE_HASH = 16;

    /** Number of slots that are cleared at once in less time than one symbol is looked up. */
    private static final int CLEARED_AT_ONCE = 16;

    private byte[] bytes = new byte[1024];
    private int[] ends = new int[64];
    private int[] frequencies = new int[64];
    private int[] hashes = new int[64];
    /**
     * By symbol: its prefix, or null. The table outlives messages, so each reference that is put into it or replaced by
     * another is accounted for by the collector, but null is not: a message of 50 bytes was written in 0.9 of the time.
     */
    private @Nullable String[] prefixes = new @Nullable String[64];

    private @Nullable String[] strings = new @Nullable String[64];
    /** Open addressing, at most half full: one more than the symbol's number, or 0. */
    private int[] table = new int[FEW_SLOTS];
    /**
     * Number of slots in use, less one; all others are 0. A small page behind a large one has few: its symbols would
     * else be spread over more memory than the processor's nearest cache has.
     */
    private int mask = FEW_SLOTS - 1;

    /** The characters of the text that is put into UTF-8. */
    private char[] characters = new char[256];

    private int size;
    private int units;

    /** The symbol of a text, value, prefix or namespace. */
    @HotPath
    final int use(String string) {
        return use("", string);
    }

    /** The symbol of a qualified name. */
    @HotPath
    int useName(String prefix, String local) {
        return use(prefix, local);
    }

    /** Uses a symbol that is there. */
    @HotPath
    final void useAgain(int symbol) {
        frequencies[symbol]++;
    }

    /** Returns the number of symbols. */
    int size() {
        return size;
    }

    /** UTF-16 code units of all of them. */
    int units() {
        return units;
    }

    /** UTF-8 bytes of all of them with their ends. */
    int bytes() {
        return size == 0 ? 0 : ends[size - 1];
    }

    int frequency(int symbol) {
        return frequencies[symbol];
    }

    /** Copies symbols in the order that they have here. */
    void copyAll(byte[] into, int at) {
        System.arraycopy(bytes, 0, into, at, bytes());
    }

    /** Writes the symbols from that one on, behind how many bytes they have. */
    void writeFrom(int first, Sink sink) {
        int start = first == 0 ? 0 : ends[first - 1];
        int length = bytes() - start;
        sink.writeVarint(length);
        sink.writeBytes(bytes, start, length);
    }

    /** Copies one symbol with its end; gives the place behind it. */
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
        // As many as the page had are likely to come again.
        mask = Math.max(FEW_SLOTS, Math.min(table.length, 4 * Integer.highestOneBit(size))) - 1;
        size = 0;
        units = 0;
    }

    private int use(String prefix, String string) {
        int hash = hash(prefix, string);
        int others = 0;
        for (int slot = hash & mask; table[slot] != 0 && others < OF_ONE_HASH; slot = (slot + 1) & mask) {
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
        if (others < OF_ONE_HASH) {
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

    /** A small page leaves most of the table alone: from the place where a symbol may stand, all that follow go. */
    private void clearSlots() {
        if (mask < size * CLEARED_AT_ONCE) {
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
     * Twice as many slots, for what stands in the table: texts that were given up would be put behind each other in one
     * long row.
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

    /** Puts XML text into UTF-8; gives the place behind it, where there is room for two more bytes. */
    @HotPath
    private int encode(String text, int start) {
        int length = text.length();
        ensure(start + (long) length);
        byte[] into = bytes;
        if (length > SHORT) {
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

    /** The same for text with characters that are not ASCII, or none of XML. */
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
