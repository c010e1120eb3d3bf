package io.parley.negotiation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides when a key that has no agreement yet is worth a negotiation. Asked once per call, so it must be quick.
 * Implementations are thread-safe and free of side effects.
 */
@FunctionalInterface
public interface SwitchPolicy {
    Pattern AFTER = Pattern.compile("after-(\\d{1,9})");

    /** Returns whether to negotiate now. */
    boolean wants(Situation situation);

    /** Returns whether it needs measured costs, beyond the number of calls. */
    default boolean weighsCosts() {
        return false;
    }

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
     * the HHFR paper, with what {@link CostModel} knows. It never costs more than twice what knowing the number of calls
     * beforehand would.
     */
    static SwitchPolicy breakEven() {
        return BreakEven.INSTANCE;
    }

    /**
     * The policy of that name: {@code eager}, {@code after-N} with a number for N, or {@code break-even}.
     *
     * @throws IllegalArgumentException if there is none
     */
    static SwitchPolicy named(String name) {
        if (name.equals("eager")) {
            return eager();
        } else if (name.equals("break-even")) {
            return breakEven();
        }
        Matcher after = AFTER.matcher(name);
        if (after.matches()) {
            return afterCalls(Integer.parseInt(after.group(1)));
        }
        throw new IllegalArgumentException("expected one of eager, after-N, break-even, found " + name);
    }

    /** {@link #breakEven()}. */
    enum BreakEven implements SwitchPolicy {
        INSTANCE;

        @Override
        public boolean wants(Situation situation) {
            return situation.saving() > situation.overhead();
        }

        @Override
        public boolean weighsCosts() {
            return true;
        }
    }

    /**
     * Input of a policy when a call is about to be made.
     *
     * @param calls calls that this key made by SOAP before this one
     * @param saving nanoseconds that the expected calls would take less on the stream than by SOAP
     * @param overhead nanoseconds until the stream could be used
     */
    record Situation(long calls, long saving, long overhead) {}
}
