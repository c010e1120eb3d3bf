package io.parley.bench.form;

import java.util.Locale;

/** The operation on a document. */
public enum Direction {
    /** Reads the bytes as a stream: every name, value and text is visited, nothing is kept. */
    READ,
    /** Writes previously recorded events as bytes. */
    WRITE,
    /** Builds a tree from bytes. */
    TREE,
    /** Writes a tree as bytes. */
    UNTREE;

    /** Returns the name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
