package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/** Counts what a schema declares against its limit. */
final class Budget {
    private final Limits limits;
    private long components;

    Budget(Limits limits) {
        this.limits = limits;
    }

    Limits limits() {
        return limits;
    }

    /**
     * Counts one more.
     *
     * @throws ParleyException with {@link io.parley.ErrorCode#LIMIT} if that is too many
     */
    void component() {
        limits.check(Limit.SCHEMA_COMPONENTS, ++components, "schema");
    }
}
