package io.parley.representation;

/**
 * Content that a message was written from. Tells whether it can be read again, to send the message by another route.
 */
public interface OriginalContent {
    /** Returns the place of the content in the message, for error messages. */
    String path();

    /**
     * Returns whether the content can be read from its start again. To be called after the message has failed. Reads
     * the beginning of the content, so it may block. If reading had not begun, the failed message can no longer read
     * it.
     */
    boolean isRepeatable();
}
