package io.parley.negotiation;

import java.util.function.Function;

/** The result of a step of the negotiation: a value, or the reason why there is none. */
public sealed interface Outcome<T> {
    /** The result of a successful step. */
    record Reached<T>(T value) implements Outcome<T> {}

    /** The result of a step without an agreement; the client stays on SOAP. */
    record Refused<T>(Refusal refusal) implements Outcome<T> {}

    /** Applies the function for this result. */
    default <R> R fold(Function<? super T, ? extends R> reached, Function<Refusal, ? extends R> refused) {
        if (this instanceof Reached<T> success) {
            return reached.apply(success.value());
        }
        return refused.apply(((Refused<T>) this).refusal());
    }

    /**
     * Creates the result of a refused step.
     *
     * @param detail details for people; may be empty
     */
    static <T> Outcome<T> refused(FallbackReason reason, String detail) {
        return new Refused<>(new Refusal(reason, detail));
    }
}
