package io.parley.runtime;

/** How often the locks of sessions were taken, for tests that count it. */
public final class LockTurns {
    private LockTurns() {}

    /** Returns the number of turns so far, of the side that the conversation is of; this one not counted. */
    public static long of(Conversation conversation) {
        SessionLock lock = ((LiveConversation) conversation).state().driver().lock();
        lock.enter();
        try {
            return lock.turns();
        } finally {
            lock.leave();
        }
    }
}
