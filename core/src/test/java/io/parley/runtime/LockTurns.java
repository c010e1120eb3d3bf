package io.parley.runtime;

/** Counts acquisitions of session locks, for tests. */
public final class LockTurns {
    private LockTurns() {}

    /** Returns the number of acquisitions so far, without this one, on the conversation's side. */
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
