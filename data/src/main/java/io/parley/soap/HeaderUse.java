package io.parley.soap;

/** Observer of the numbers that a message uses, so that the message can later be read without the session. */
@FunctionalInterface
public interface HeaderUse {
    /** Called for each block that the message contains as a number only. */
    void used(int number, StaticHeader header);
}
