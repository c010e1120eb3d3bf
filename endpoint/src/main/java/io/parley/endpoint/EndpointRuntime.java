package io.parley.endpoint;

import io.parley.negotiation.CompressionTerm;
import io.parley.runtime.ParleyRuntime;
import java.util.Set;

/** Makes the runtimes of endpoints and of their clients. Stateless. */
public final class EndpointRuntime {
    private EndpointRuntime() {}

    /**
     * Returns a runtime that has a compression; the caller closes it.
     *
     * @param compression its name, or {@code none}
     * @throws IllegalArgumentException if it is not on the class path
     */
    public static ParleyRuntime of(ParleyRuntime.Builder building, String compression) {
        ParleyRuntime made = building.build();
        Set<String> known = made.compressions();
        if (!compression.equals(CompressionTerm.NONE) && !known.contains(compression)) {
            made.close();
            throw new IllegalArgumentException("no compression is called " + compression + "; available are " + known);
        }
        return made;
    }
}
