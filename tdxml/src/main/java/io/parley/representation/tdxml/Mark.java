package io.parley.representation.tdxml;

/** Mark of an own row in place of a value: a backslash and a letter (docs/reference/tdxml.md, "Marks"). */
enum Mark {
    /** {@code xsi:nil}. */
    NIL('N'),
    /** Present, but without a value. */
    PRESENT('P'),
    /** The whole element follows as XML. */
    XML('X');

    private final char letter;

    Mark(char letter) {
        this.letter = letter;
    }

    char letter() {
        return letter;
    }
}
