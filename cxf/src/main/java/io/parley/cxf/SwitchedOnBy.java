package io.parley.cxf;

import org.apache.cxf.endpoint.Endpoint;

/** Who says that Parley is on for an endpoint; the later ones win over those before them, whoever comes first. */
enum SwitchedOnBy {
    BUS,
    ANNOTATION,
    FEATURE;

    private static final String KEY = SwitchedOnBy.class.getName();

    /** Whether this one has its way; false if another that wins over it was there. */
    boolean takes(Endpoint endpoint) {
        if (endpoint.get(KEY) instanceof SwitchedOnBy before && before.compareTo(this) > 0) {
            return false;
        }
        endpoint.put(KEY, this);
        return true;
    }
}
