package io.parley.schema;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collects the problems of a schema, so that all can be reported at once. */
final class Problems {
    private static final int MOST = 100;

    private final List<SchemaProblem> found = new ArrayList<>();
    private int more;

    void add(Place place, String text) {
        if (found.size() < MOST) {
            found.add(new SchemaProblem(place.systemId(), place.line(), place.column(), place.path(), text));
        } else {
            more++;
        }
    }

    List<SchemaProblem> list() {
        return List.copyOf(found);
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            String text = found.stream().map(problem -> "\n  " + problem).collect(Collectors.joining());
            int count = found.size() + more;
            throw new ParleyException(
                    ErrorCode.SCHEMA_INVALID,
                    "the schema has " + count + (count == 1 ? " problem:" : " problems:") + text
                            + (more == 0 ? "" : "\n  and " + more + " more"));
        }
    }
}
