package io.parley.layout;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/**
 * Counter of the size of a layout. Groups and inheritance can make a layout exponentially larger than its schema; a
 * growth by a constant factor is allowed.
 */
final class PlanBudget {
    private static final int GROWTH = 16;

    private final long allowed;
    private long used;

    PlanBudget(Limits limits) {
        this.allowed = limits.get(Limit.SCHEMA_COMPONENTS) * GROWTH;
    }

    /**
     * Counts further slots, alternatives, attributes or substitutes.
     *
     * @throws ParleyException with {@link io.parley.ErrorCode#LIMIT} if the layout becomes too large
     */
    void use(int more) {
        used += more;
        if (used > allowed) {
            throw ParleyException.limit(
                    Limit.SCHEMA_COMPONENTS, allowed, used, "layout, " + GROWTH + " times the schema's limit");
        }
    }
}
