package io.parley;

import java.util.concurrent.CompletionException;

/** Unwraps the failures of completion stages and futures. */
public final class Causes {
    private Causes() {}

    /** Returns the cause that a {@link CompletionException} wraps, or the failure itself. */
    public static Throwable of(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }
}
