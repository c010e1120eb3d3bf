package io.parley.layout;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/**
 * Counts what a plan consists of. Groups and inheritance can make a plan exponentially larger than its schema: this
 * many times larger is allowed, and not more.
 */
final class PlanBudget {
    private static final int GROWTH = 16;

    private final long allowed;
    private long used;

    PlanBudget(Limits limits) {
        this.allowed = limits.get(Limit.SCHEMA_COMPONENTS) * GROWTH;
    }

    /**
     * Counts more slots, alternatives, attributes or substitutes.
     *
     * @throws ParleyException with {@link io.parley.ErrorCode#LIMIT} if that is too many
     */
    void use(int more) {
        used += more;
        if (used > allowed) {
            throw ParleyException.limit(
                    Limit.SCHEMA_COMPONENTS, allowed, used, "layout, " + GROWTH + " times the schema's limit");
        }
    }
}
