package io.parley;

import java.util.concurrent.CompletionException;

/** Causes of failures that stages and futures hand on wrapped. */
public final class Causes {
    private Causes() {}

    /** Returns what a {@link CompletionException} wraps, or the failure itself. */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }
}
