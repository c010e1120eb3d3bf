package io.parley.negotiation;

/**
 * Decides when a key that has no agreement yet is worth a negotiation. Asked once per call, so it must be quick.
 * Implementations are thread-safe and free of side effects.
 */
@FunctionalInterface
public interface SwitchPolicy {
    /** Whether to negotiate now. */
    boolean wants(Situation situation);

    /** Negotiates at the first call. */
    static SwitchPolicy eager() {
        return situation -> true;
    }

    /**
     * What is known when a call is about to be made.
     *
     * @param calls calls that this key made by SOAP before this one
     */
    record Situation(long calls) {}
}
