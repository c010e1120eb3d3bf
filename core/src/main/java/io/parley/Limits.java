package io.parley;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * A value for every {@link Limit}: one immutable object that all paths of a session share. Hot paths copy the values
 * they need once per message.
 */
public final class Limits {
    private static final Limits DEFAULTS = new Limits(initial());

    private final Map<Limit, Long> values;

    private Limits(Map<Limit, Long> values) {
        this.values = values;
    }

    public static Limits defaults() {
        return DEFAULTS;
    }

    /** These limits with one value changed; the value is at least 1. */
    public Limits with(Limit limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(limit.setting() + ": expected at least 1, found " + value);
        }
        Map<Limit, Long> changed = new EnumMap<>(values);
        changed.put(limit, value);
        return new Limits(changed);
    }

    public long get(Limit limit) {
        return Objects.requireNonNull(values.get(limit)); // it has a value for every limit, and boxes none to say so
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
        Map<Limit, Long> agreed = new EnumMap<>(values);
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                agreed.put(limit, Math.min(get(limit), theirs.get(limit)));
            }
        }
        return new Limits(agreed);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Limits limits && values.equals(limits.values));
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        values.forEach((limit, value) -> text.add(limit.setting() + "=" + value));
        return text.toString();
    }

    private static Map<Limit, Long> initial() {
        Map<Limit, Long> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, limit.initial());
        }
        return values;
    }
}
