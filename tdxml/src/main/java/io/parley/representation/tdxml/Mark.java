package io.parley.representation.tdxml;

/** Mark that an own row may have in place of a value: a backslash and a letter (docs/reference/tdxml.md, "Marks"). */
enum Mark {
    /** {@code xsi:nil}. */
    NIL('N'),
    /** Present, but without a value where one could be. */
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
