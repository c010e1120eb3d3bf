package io.parley.runtime;

import io.parley.session.UsedIds;

/** Access to the stream ids of a session, so that a test can leave a few instead of a billion. */
public final class StreamIdRange {
    /** The first stream id of the opening side at which a session starts no more messages. */
    private static final int END = Integer.MAX_VALUE - 262_146;

    private StreamIdRange() {}

    /**
     * Skips stream ids until only the given number of messages can be started.
     *
     * @param conversation the opening side's conversation
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
