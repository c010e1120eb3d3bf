package io.parley.representation.bnux;

/** Input of tokens, one portion at a time: either pages or pieces of pages. Belongs to one reader. */
interface Portions {
    /** Reads the header of the document, if any. */
    void begin();

    /** Reads the next portion, and checks it before it is used. */
    void fetch();

    /** Returns whether no other portion follows the current one. */
    boolean isLast();

    /** Returns whether bytes of another encoder follow the current portion. */
    boolean isPause();

    /** Returns the number of the current portion, from 1. */
    int number();

    /** Returns the array with the current portion's tokens, followed by {@link Intake#SLACK} bytes. */
    byte[] body();

    /** Returns the start of the tokens in the body. */
    int tokens();

    /** Returns the end of the tokens in the body. */
    int end();

    /** Closes the input. Returns the body for reuse, or a smaller array if it is too large to keep. */
    byte[] close();
}
