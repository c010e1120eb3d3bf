package io.parley.cxf;

import org.apache.cxf.endpoint.Endpoint;

/**
 * Source of the decision that Parley is on for an endpoint; later constants win over earlier ones, in whatever order
 * they are applied.
 */
enum SwitchedOnBy {
    BUS,
    ANNOTATION,
    FEATURE;

    private static final String KEY = SwitchedOnBy.class.getName();

    /** Returns whether this source decides; false if one that wins over it was applied before. */
    boolean takes(Endpoint endpoint) {
        if (endpoint.get(KEY) instanceof SwitchedOnBy before && before.compareTo(this) > 0) {
            return false;
        }
        endpoint.put(KEY, this);
        return true;
    }
}
