package io.parley.negotiation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Policy that decides when a key without an agreement is worth a negotiation. Asked once per call, so it must be fast.
 * Implementations are thread-safe and free of side effects.
 */
@FunctionalInterface
public interface SwitchPolicy {
    Pattern AFTER = Pattern.compile("after-(\\d{1,9})");

    /** Returns whether to negotiate now. */
    boolean wants(Situation situation);

    /** Returns whether the policy needs measured costs, besides the number of calls. */
    default boolean weighsCosts() {
        return false;
    }

    /** Returns the policy that negotiates at the first call. */
    static SwitchPolicy eager() {
        return situation -> true;
    }

    /**
     * Returns the policy that negotiates after a number of calls by SOAP.
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
     * Returns the policy that negotiates when the expected calls save more than the negotiation costs:
     * {@code n > (Oa + Ob + Oc) / (t2 - t1)} of the HHFR paper, with the estimates of {@link CostModel}. Its cost is at
     * most twice that of a decision with knowledge of the number of calls.
     */
    static SwitchPolicy breakEven() {
        return BreakEven.INSTANCE;
    }

    /**
     * Returns the policy of a name: {@code eager}, {@code after-N} with a number for N, or {@code break-even}.
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

    /** The policy {@link #breakEven()}. */
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
     * @param calls number of calls of this key by SOAP before this one
     * @param saving nanoseconds that the stream would save on the expected calls
     * @param overhead nanoseconds until the stream could be used
     */
    record Situation(long calls, long saving, long overhead) {}
}
