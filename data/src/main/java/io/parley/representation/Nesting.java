package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The objects being written, outermost first. Detects cyclic object graphs. For one thread. */
public final class Nesting {
    /** Depth of the first check for cycles, which is repeated at every doubling of the depth. */
    private static final int FIRST_CHECK = 64;
    /** Greatest depth: more than any real schema needs, but reached by an adapter that creates ever new objects. */
    private static final int MAX_DEPTH = 2048;

    /** Depth from which on objects are recorded: a cycle will come up at any depth. */
    private static final int RECORDED_FROM = FIRST_CHECK / 2;

    private List<Object> recorded = List.of();
    private int depth;

    /**
     * Records that an object is being written.
     *
     * @param path place of the object, for error messages
     * @throws ParleyException {@code ENCODING} if the object contains itself, or the nesting is too deep
     */
    public void enter(Object value, String path) {
        depth++;
        if (depth > RECORDED_FROM) {
            track(value, path);
        }
    }

    /** Removes the object entered last. */
    public void leave() {
        if (depth > RECORDED_FROM) {
            recorded.remove(recorded.size() - 1);
        }
        depth--;
    }

    private void track(Object value, String path) {
        if (recorded.isEmpty()) {
            recorded = new ArrayList<>(FIRST_CHECK);
        }
        recorded.add(value);
        if (depth >= FIRST_CHECK && Integer.bitCount(depth) == 1) {
            check(path);
        }
    }

    private void check(String path) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object value : recorded) {
            if (!seen.add(value)) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        path + ": expected a tree of objects, found a cycle, which no XML can express",
                        UnexpectedObject.of(value));
            }
        }
        if (depth >= MAX_DEPTH) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path + ": expected at most " + MAX_DEPTH + " objects inside each other, found more");
        }
    }
}
