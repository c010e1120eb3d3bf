package io.parley.soap;

/** Observer of the numbers that a message uses, so that the message can later be read without the session. */
@FunctionalInterface
public interface HeaderUse {
    /** A block stands in the message as a number alone. */
    void used(int number, StaticHeader header);
}
