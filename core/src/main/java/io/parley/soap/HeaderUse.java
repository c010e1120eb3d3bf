package io.parley.soap;

/** Is told which numbers a message uses, so that it can be read without the session some day. */
@FunctionalInterface
public interface HeaderUse {
    /** A block stands in the message as a number alone. */
    void used(int number, StaticHeader header);
}
