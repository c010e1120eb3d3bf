package io.parley.cxf.bus;

import org.jspecify.annotations.Nullable;

/**
 * The last warning about one thing. A failure that repeats with every offer is logged when it begins and when it
 * changes, so that offers cannot fill a log. Thread-safe.
 */
public final class LastWarning {
    private @Nullable String text;

    /** Records a warning; returns whether it differs from the last one. */
    public synchronized boolean differs(String next) {
        boolean differs = !next.equals(text);
        text = next;
        return differs;
    }

    /** Forgets the warning because its cause is gone. */
    public synchronized void clear() {
        text = null;
    }
}
