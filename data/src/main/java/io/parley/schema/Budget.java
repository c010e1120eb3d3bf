package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/**
 * Counter of the declarations in a schema, which enforces {@link Limit#SCHEMA_COMPONENTS}. Each method throws a {@link
 * ParleyException} with {@link io.parley.ErrorCode#LIMIT} if its count exceeds the limit.
 */
final class Budget {
    /** Document nodes allowed for each component: sequences, references, wildcards and the like. */
    private static final int NODES = 4;

    private final Limits limits;
    private long components;
    private long nodes;

    Budget(Limits limits) {
        this.limits = limits;
    }

    Limits limits() {
        return limits;
    }

    /** Counts one more type, element, attribute, group or enumeration value. */
    void component() {
        limits.check(Limit.SCHEMA_COMPONENTS, ++components, "schema");
    }

    /** Counts one more element of a document. */
    void node() {
        limits.check(Limit.SCHEMA_COMPONENTS, ++nodes / NODES, "schema");
    }
}
