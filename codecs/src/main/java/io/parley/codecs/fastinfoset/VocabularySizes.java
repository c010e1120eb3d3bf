package io.parley.codecs.fastinfoset;

import com.sun.xml.fastinfoset.EncodingConstants;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/**
 * Sizes of a message's vocabulary tables so far (X.891, clause 8), which bound indexes and new entries. Used by one
 * reader.
 */
final class VocabularySizes {
    static final int PREFIX = 0;
    static final int NAMESPACE = 1;
    static final int LOCAL_NAME = 2;
    static final int ELEMENT = 3;
    static final int ATTRIBUTE = 4;
    static final int OTHER_NAME = 5;
    static final int ATTRIBUTE_VALUE = 6;
    static final int TEXT = 7;
    static final int OTHER_STRING = 8;

    /** Maximum size of a table (clause 7.13.7). */
    private static final int MAX_ENTRIES = EncodingConstants.INTEGER_MAXIMUM_SIZE;

    private final int maxNames;
    private final int[] sizes = new int[OTHER_STRING + 1];
    private int names;

    VocabularySizes(Limits limits) {
        this.maxNames = limits.getInt(Limit.NAMES);
        // The prefix xml and its namespace are predefined.
        sizes[PREFIX] = 1;
        sizes[NAMESPACE] = 1;
    }

    /** Adds an entry; all but strings and local names count as names. */
    @HotPath
    void add(int table, int position) {
        if (table < ATTRIBUTE_VALUE && table != LOCAL_NAME && ++names > maxNames) {
            throw ParleyException.limit(Limit.NAMES, maxNames, names, StringScan.place("name", position));
        }
        if (++sizes[table] > MAX_ENTRIES) {
            throw ParleyException.malformed(
                    "a vocabulary table of at most " + MAX_ENTRIES + " entries",
                    "more",
                    StringScan.place("table", position));
        }
    }

    /** Returns the current number of entries of a table. */
    int size(int table) {
        return sizes[table];
    }

    @HotPath
    void require(int table, int index, int position) {
        if (index >= sizes[table]) {
            throw ParleyException.malformed(
                    "an index below the " + sizes[table] + " entries of its table",
                    Integer.toString(index),
                    StringScan.place("index", position));
        }
    }
}
