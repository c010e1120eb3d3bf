package io.parley.representation.bnux;

/** Input of tokens, one portion at a time: pages, or the pieces of pages. Belongs to one reader. */
interface Portions {
    /** Reads what stands before the first. */
    void begin();

    /** Fetches the next, and checks it before anything of it is believed. */
    void turn();

    /** Returns whether no other portion follows the current one. */
    boolean isLast();

    /** Returns whether bytes of another encoder follow the current portion. */
    boolean isPause();

    /** Returns the number of the current portion, from 1 on. */
    int number();

    /** Returns the array with the current portion's tokens, with {@link Intake#SLACK} bytes behind them. */
    byte[] body();

    /** Returns the start of the tokens in the body. */
    int tokens();

    /** Returns the end of the tokens in the body. */
    int end();

    /** Closes the input and returns the body for reuse, or a smaller array if it is not worth keeping. */
    byte[] close();
}
