package io.parley.cxf;

import org.apache.cxf.endpoint.Endpoint;

/**
 * Source of the decision to switch Parley on for an endpoint. Later constants take precedence over earlier ones,
 * regardless of the order in which they are applied.
 */
enum SwitchedOnBy {
    BUS,
    ANNOTATION,
    FEATURE;

    private static final String KEY = SwitchedOnBy.class.getName();

    /** Returns whether this source decides; false if one with precedence was applied before. */
    boolean takes(Endpoint endpoint) {
        if (endpoint.get(KEY) instanceof SwitchedOnBy before && before.compareTo(this) > 0) {
            return false;
        }
        endpoint.put(KEY, this);
        return true;
    }
}
