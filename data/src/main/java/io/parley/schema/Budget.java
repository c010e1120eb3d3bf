package io.parley.schema;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;

/**
 * Counts what a schema declares against its limit. Each count ends in a {@link ParleyException} with {@link
 * io.parley.ErrorCode#LIMIT} if it is too high.
 */
final class Budget {
    /** Nodes of a document for each component: sequences, references, wildcards and the like. */
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
