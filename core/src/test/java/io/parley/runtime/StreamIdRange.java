package io.parley.runtime;

import io.parley.session.UsedIds;

/** The stream ids of sessions of tests, which have a few left instead of a billion. */
public final class StreamIdRange {
    /** The first at which a session begins nothing more, of the side that opened it. */
    private static final int END = Integer.MAX_VALUE - 262_146;

    private StreamIdRange() {}

    /**
     * Leaves a session so many messages until it begins nothing more.
     *
     * @param conversation as its opening side has it
     */
    public static void leave(Conversation conversation, int messages) {
        SessionDriver driver = ((LiveConversation) conversation).state().driver();
        driver.lock().enter();
        try {
            UsedIds.passOver(driver.exchange(), END - 2 * messages | 1);
        } finally {
            driver.lock().leave();
        }
    }
}
