package io.parley.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Place of a declaration in a document. The path is computed on demand. */
record Place(@Nullable Place above, String step, String systemId, int line, int column) {
    static final int MAX_STEP = 80;

    static Place document(String systemId) {
        return new Place(null, "", systemId, 0, 0);
    }

    String path() {
        Deque<String> steps = new ArrayDeque<>();
        for (Place place = this; place != null; place = place.above) {
            if (!place.step.isEmpty()) {
                steps.addFirst(place.step);
            }
        }
        return "/" + String.join("/", steps);
    }
}
