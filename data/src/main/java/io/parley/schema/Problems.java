package io.parley.schema;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Collector of the problems of a schema, so that all of them are reported at once. */
final class Problems {
    private static final int MAX_LISTED = 100;

    private final List<SchemaProblem> found = new ArrayList<>();
    private int unlisted;

    void add(Place place, String text) {
        if (found.size() < MAX_LISTED) {
            found.add(new SchemaProblem(place.systemId(), place.line(), place.column(), place.path(), text));
        } else {
            unlisted++;
        }
    }

    List<SchemaProblem> list() {
        return List.copyOf(found);
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            String text = found.stream().map(problem -> "\n  " + problem).collect(Collectors.joining());
            int count = found.size() + unlisted;
            throw new ParleyException(
                    ErrorCode.SCHEMA_INVALID,
                    "the schema has " + count + (count == 1 ? " problem:" : " problems:") + text
                            + (unlisted == 0 ? "" : "\n  and " + unlisted + " more"));
        }
    }
}
