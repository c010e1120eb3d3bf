package io.parley;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A value for every {@link Limit}: one immutable object that all paths of a session share. Hot paths copy the values
 * they need once per message.
 */
@SuppressWarnings("EnumOrdinal") // no number of a limit leaves this object, and a map of boxed values is slower
public final class Limits {
    private static final Limits DEFAULTS = new Limits(initial());

    /** Values by the ordinal of their limit. */
    private final long[] values;

    private Limits(long[] values) {
        this.values = values;
    }

    /** Returns {@link Limit#initial} for every limit; some depend on how much memory the JVM may have. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /**
     * Returns these limits with one value changed; the value is at least 1, and at most {@link Limit#most}, which
     * higher ones count as.
     */
    public Limits with(Limit limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(limit.setting() + ": expected at least 1, found " + value);
        }
        long[] changed = values.clone();
        changed[limit.ordinal()] = Math.min(value, limit.most());
        return new Limits(changed);
    }

    /** Returns the value, at least 1, in the limit's {@link Limit#unit unit}. */
    public long get(Limit limit) {
        return values[limit.ordinal()];
    }

    /** The value as an int, at most {@link Integer#MAX_VALUE}. */
    public int getInt(Limit limit) {
        return (int) Math.min(Integer.MAX_VALUE, get(limit));
    }

    /**
     * Passes a value that is not above its limit.
     *
     * @throws ParleyException with {@link ErrorCode#LIMIT} otherwise
     */
    public void check(Limit limit, long found, String where) {
        long allowed = get(limit);
        if (found > allowed || found < 0) {
            throw ParleyException.limit(limit, allowed, found, where);
        }
    }

    /** The smaller of both sides' values for every agreed limit, ours for the others. */
    public Limits agree(Limits theirs) {
        long[] agreed = values.clone();
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                agreed[limit.ordinal()] = Math.min(get(limit), theirs.get(limit));
            }
        }
        return new Limits(agreed);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Limits limits && Arrays.equals(values, limits.values));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (Limit limit : Limit.values()) {
            text.add(limit.setting() + "=" + get(limit));
        }
        return text.toString();
    }

    private static long[] initial() {
        return Arrays.stream(Limit.values()).mapToLong(Limit::initial).toArray();
    }
}
