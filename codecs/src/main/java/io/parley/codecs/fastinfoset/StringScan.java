package io.parley.codecs.fastinfoset;

import static com.sun.xml.fastinfoset.DecoderStateTables.NISTRING;

import com.sun.xml.fastinfoset.DecoderStateTables;
import com.sun.xml.fastinfoset.EncodingConstants;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.codecs.WrittenText;

/**
 * Checks the strings, names and indexes of items: a length against the remaining bytes and the limits, an index against
 * the current tables. Base class of {@link ItemScan}. Used by one reader.
 */
abstract class StringScan {
    /** Returned instead of an index for literal octets. */
    static final int OCTETS = -2;

    /** Returned instead of an index for an empty string. */
    static final int EMPTY = -3;

    private static final int BUILT_IN_ALPHABETS = 2;
    private static final int ADD_STRING = 0x40;

    private final byte[] bytes;
    private final VocabularySizes tables;
    private final long maxString;
    private int at;

    /** Number of octets in the last string or text; they end at the current position. */
    private int length;

    private boolean newNames;
    private boolean wide;

    StringScan(byte[] bytes, Limits limits) {
        this.bytes = bytes;
        this.tables = new VocabularySizes(limits);
        this.maxString = limits.get(Limit.STRING_BYTES);
    }

    /** Returns a position for an error text. */
    static String place(String where, int position) {
        return where + " at byte " + position;
    }

    /** Returns the current position, the end of the checked part. */
    final int at() {
        return at;
    }

    /** Returns the number of octets in the last string or text, which end at {@link #at}. */
    final int length() {
        return length;
    }

    /** Returns whether the item contains new names. */
    final boolean hasNewNames() {
        return newNames;
    }

    /** Returns whether the item's text is UTF-16, which the library does not check. */
    final boolean isWide() {
        return wide;
    }

    /** Checks a decoded text if it was UTF-16; the library checks UTF-8 itself. */
    final void checkWide(String text) {
        if (wide && WrittenText.firstIllegal(text) >= 0) {
            throw malformed("XML characters", "others");
        }
    }

    final ParleyException malformed(String expected, String found) {
        return ParleyException.malformed(expected, found, place("item", at));
    }

    /** Resets the state for an item. */
    final void forgetStrings() {
        newNames = false;
        wide = false;
    }

    /** Marks the next text as UTF-16. */
    final void markWide() {
        wide = true;
    }

    /** Adds a name of an element or attribute to its table; returns its index. */
    final int addName(int table) {
        newNames = true;
        tables.add(table, at);
        return tables.size(table) - 1;
    }

    /** Adds a text to its table. */
    final void addText() {
        tables.add(VocabularySizes.TEXT, at);
    }

    /** Skips octets whose length starts at the seventh bit of {@code b}. */
    final void textOctets(int b, int growth) {
        long count = switch (b & 0x03) {
            case 2 -> read() + (long) EncodingConstants.OCTET_STRING_LENGTH_7TH_BIT_SMALL_LIMIT;
            case 3 -> fourBytes() + EncodingConstants.OCTET_STRING_LENGTH_7TH_BIT_MEDIUM_LIMIT;
            default -> (b & EncodingConstants.OCTET_STRING_LENGTH_7TH_BIT_SMALL_MASK) + 1L;
        };
        skip(count, growth);
    }

    /** Reads a name or a part of one, as octets or by its index (clause C.13). */
    @HotPath
    final void name(int table) {
        int b = read();
        if (b < 0x80) {
            octets(b, 1);
            newNames = true;
            tables.add(table, at);
        } else {
            anyIndex(b, table);
        }
    }

    /**
     * Reads a string, as octets or by its index (clause C.14); returns the index, {@link #EMPTY} or {@link #OCTETS}.
     */
    @HotPath
    final int string(int table) {
        int b = read();
        int state = NISTRING(b);
        switch (state) {
            case DecoderStateTables.NISTRING_EMPTY -> {
                return EMPTY;
            }
            case DecoderStateTables.NISTRING_INDEX_SMALL,
                    DecoderStateTables.NISTRING_INDEX_MEDIUM,
                    DecoderStateTables.NISTRING_INDEX_LARGE -> {
                return anyIndex(b, table);
            }
            case DecoderStateTables.NISTRING_RA -> {
                int next = read();
                requireAlphabet((b & 0x0F) << 4 | next >> 4);
                stringOctets(next & 0x0F, 2);
            }
            case DecoderStateTables.STATE_ILLEGAL -> throw malformed("a string", "byte " + b);
            case DecoderStateTables.NISTRING_EA -> throw malformed("characters", "an encoding algorithm");
            default -> {
                wide |= state >= DecoderStateTables.NISTRING_UTF16_SMALL_LENGTH;
                stringOctets(b & 0x0F, wide ? 2 : 1);
            }
        }
        if ((b & ADD_STRING) != 0) {
            tables.add(table, at);
        }
        return OCTETS;
    }

    /** Skips octets whose length starts at the fifth bit of {@code b}. */
    private void stringOctets(int b, int growth) {
        long count;
        if (b < EncodingConstants.OCTET_STRING_LENGTH_5TH_BIT_MEDIUM_FLAG) {
            count = b + 1L;
        } else if (b == EncodingConstants.OCTET_STRING_LENGTH_5TH_BIT_MEDIUM_FLAG) {
            count = read() + (long) EncodingConstants.OCTET_STRING_LENGTH_5TH_BIT_SMALL_LIMIT;
        } else if (b == EncodingConstants.OCTET_STRING_LENGTH_5TH_BIT_LARGE_FLAG) {
            count = fourBytes() + EncodingConstants.OCTET_STRING_LENGTH_5TH_BIT_MEDIUM_LIMIT;
        } else {
            throw malformed("a length", "byte " + b);
        }
        skip(count, growth);
    }

    /** Skips octets whose length starts at the second bit of {@code b}. */
    final void octets(int b, int growth) {
        long count;
        if (b < EncodingConstants.OCTET_STRING_LENGTH_2ND_BIT_MEDIUM_FLAG) {
            count = b + 1L;
        } else if (b == EncodingConstants.OCTET_STRING_LENGTH_2ND_BIT_MEDIUM_FLAG) {
            count = read() + (long) EncodingConstants.OCTET_STRING_LENGTH_2ND_BIT_SMALL_LIMIT;
        } else if (b == EncodingConstants.OCTET_STRING_LENGTH_2ND_BIT_LARGE_FLAG) {
            count = fourBytes() + EncodingConstants.OCTET_STRING_LENGTH_2ND_BIT_MEDIUM_LIMIT;
        } else {
            throw malformed("a length", "byte " + b);
        }
        skip(count, growth);
    }

    final void requireAlphabet(int alphabet) {
        if (alphabet >= BUILT_IN_ALPHABETS) {
            throw malformed("one of the alphabets 0 and 1", "number " + alphabet);
        }
    }

    private int anyIndex(int b, int table) {
        if (b < 0xC0) {
            return index(table, b & EncodingConstants.INTEGER_2ND_BIT_SMALL_MASK);
        } else if (b < 0xE0) {
            return index(table, mediumIndex(b));
        } else if (b < 0xF0) {
            return index(table, largeIndex(b));
        } else {
            throw malformed("an index", "byte " + b);
        }
    }

    final int mediumIndex(int b) {
        return ((b & EncodingConstants.INTEGER_2ND_BIT_MEDIUM_MASK) << 8 | read())
                + EncodingConstants.INTEGER_2ND_BIT_SMALL_LIMIT;
    }

    final int largeIndex(int b) {
        return ((b & EncodingConstants.INTEGER_2ND_BIT_LARGE_MASK) << 16 | read() << 8 | read())
                + EncodingConstants.INTEGER_2ND_BIT_MEDIUM_LIMIT;
    }

    final int index(int table, int index) {
        tables.require(table, index, at);
        return index;
    }

    @HotPath
    private void skip(long octets, int growth) {
        if (octets > bytes.length - at) {
            throw ParleyException.malformed(
                    "a length of at most the " + (bytes.length - at) + " bytes that remain",
                    Long.toString(octets),
                    place("octets", at));
        }
        if (octets * growth > maxString) {
            throw ParleyException.limit(Limit.STRING_BYTES, maxString, octets * growth, place("octets", at));
        }
        length = (int) octets;
        at += length;
    }

    private long fourBytes() {
        return (long) read() << 24 | read() << 16 | read() << 8 | read();
    }

    @HotPath
    final int read() {
        if (at == bytes.length) {
            throw ParleyException.malformed("more bytes", "the end of the message", place("item", at));
        }
        return bytes[at++] & 0xFF;
    }
}
