package io.parley.representation.bnux;

/** What tokens come in, one portion at a time: pages, or the pieces of pages. Belongs to one reader. */
interface Portions {
    /** Reads what stands before the first. */
    void begin();

    /** Fetches the next, and checks it before anything of it is believed. */
    void turn();

    /** Whether no other follows the current one. */
    boolean isLast();

    /** Whether bytes of another encoder follow the current one. */
    boolean isPause();

    /** Which one it is, from 1 on. */
    int number();

    /** What holds the tokens of the current one, with {@link Intake#SLACK} bytes behind them. */
    byte[] body();

    /** Where they begin. */
    int tokens();

    /** Where they end. */
    int end();

    /** Gives up what is not memory; the body, or less if it is not worth keeping. */
    byte[] close();
}
