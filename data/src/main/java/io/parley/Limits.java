package io.parley;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Values of all limits. Immutable and shared by all parts of a session. Hot paths copy the values that they need once
 * for each message.
 */
@SuppressWarnings("EnumOrdinal") // no number of a limit leaves this object, and a map of boxed values is slower
public final class Limits {
    private static final Limits DEFAULTS = new Limits(initial());

    /** Values by the ordinal of their limit. */
    private final long[] values;

    private Limits(long[] values) {
        this.values = values;
    }

    /** Returns the default values, {@link Limit#initial}. Some depend on the JVM's maximum memory. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy of these limits with one value changed.
     *
     * @param value at least 1. A value above {@link Limit#most} counts as that
     * @throws IllegalArgumentException if the value is less than 1
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

    /** Returns the value as an int, at most {@link Integer#MAX_VALUE}. */
    public int getInt(Limit limit) {
        return (int) Math.min(Integer.MAX_VALUE, get(limit));
    }

    /**
     * Checks a value against a limit.
     *
     * @throws ParleyException with {@link ErrorCode#LIMIT} if the value is negative or above the limit
     */
    public void check(Limit limit, long found, String where) {
        long allowed = get(limit);
        if (found > allowed || found < 0) {
            throw ParleyException.limit(limit, allowed, found, where);
        }
    }

    /** Returns these limits with each agreed one reduced to the smaller of both sides' values. */
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
