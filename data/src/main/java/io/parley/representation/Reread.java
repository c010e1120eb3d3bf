package io.parley.representation;

/** Content that a message was made of, and whether it can be read once more, for the message to go another way. */
public interface Reread {
    /** Returns the place of the content in the message, for errors. */
    String path();

    /**
     * Returns whether the content can be read from its start once more. Ask when the message has failed; looks into the
     * content, so it may block. If nobody had begun to read it, nobody will for the message that failed.
     */
    boolean isPossible();
}
