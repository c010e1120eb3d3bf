package io.parley.negotiation;

import java.util.function.Function;

/** The result of a step of the negotiation: what it was for, or why not. */
public sealed interface Outcome<T> {
    /** The step succeeded. */
    record Reached<T>(T value) implements Outcome<T> {}

    /** No agreement was reached; the conversation stays on SOAP. */
    record Refused<T>(Refusal refusal) implements Outcome<T> {}

    /** Applies the function for the outcome at hand. */
    default <R> R fold(Function<? super T, ? extends R> reached, Function<Refusal, ? extends R> refused) {
        if (this instanceof Reached<T> success) {
            return reached.apply(success.value());
        }
        return refused.apply(((Refused<T>) this).refusal());
    }

    /**
     * Creates the outcome of a step that found a reason to stay on SOAP.
     *
     * @param detail for people, beside the reason; may be empty
     */
    static <T> Outcome<T> refused(FallbackReason reason, String detail) {
        return new Refused<>(new Refusal(reason, detail));
    }
}
