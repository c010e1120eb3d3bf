package io.parley.endpoint;

import io.parley.negotiation.CompressionTerm;
import io.parley.runtime.ParleyRuntime;
import java.util.Set;

/** Factory of the runtimes of endpoints and their clients. */
public final class EndpointRuntime {
    private EndpointRuntime() {}

    /**
     * Builds a runtime and checks that it has a compression; the caller closes the runtime.
     *
     * @param compression its name, or {@code none}
     * @throws IllegalArgumentException if it is not on the class path
     */
    public static ParleyRuntime of(ParleyRuntime.Builder building, String compression) {
        ParleyRuntime made = building.build();
        // Asked only then, since a compression may unpack a native library to answer.
        if (!compression.equals(CompressionTerm.NONE) && !made.compressions().contains(compression)) {
            Set<String> known = made.compressions();
            made.close();
            throw new IllegalArgumentException("no compression is called " + compression + "; available are " + known);
        }
        return made;
    }
}
