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
     * Negotiates when so many calls went by SOAP.
     *
     * @param calls at least 0
     */
    static SwitchPolicy afterCalls(long calls) {
        if (calls < 0) {
            throw new IllegalArgumentException("expected 0 calls or more, found " + calls);
        }
        return situation -> situation.calls() >= calls;
    }

    /**
     * Negotiates when the calls that are expected save more than it costs: {@code n > (Oa + Ob + Oc) / (t2 - t1)} of
     * paper 001, with what {@link CostModel} knows. It never costs more than twice what knowing the number of calls
     * beforehand would.
     */
    static SwitchPolicy breakEven() {
        return situation -> situation.saving() > situation.overhead();
    }

    /**
     * What is known when a call is about to be made.
     *
     * @param calls calls that this key made by SOAP before this one
     * @param saving nanoseconds that the calls which are expected would take less on the stream than by SOAP
     * @param overhead nanoseconds until the stream could be used
     */
    record Situation(long calls, long saving, long overhead) {}
}
