package io.parley.bench.form;

import java.util.Locale;

/** What is done with a document. */
public enum Direction {
    /** Its bytes are read as a stream: every name, value and text is looked at, nothing kept. */
    READ,
    /** Its events, recorded before, become bytes. */
    WRITE,
    /** Its bytes become a tree. */
    TREE,
    /** A tree becomes bytes. */
    UNTREE;

    /** Its name in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
