package io.parley.representation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The objects that are being written, outermost first: finds a graph that would never end. For one thread. */
public final class Nesting {
    /** The depth at which cycles are looked for first; then at every doubling. */
    private static final int FIRST_LOOK = 64;
    /** Greatest depth: beyond any schema that people wrote, but reached by an adapter that makes ever new objects. */
    private static final int MOST = 2048;

    /** Objects outside of these are not kept: a graph that never ends goes in circles further inside too. */
    private static final int KEPT_FROM = FIRST_LOOK / 2;

    private List<Object> kept = List.of();
    private int depth;

    /**
     * Enters an object.
     *
     * @param path names the place in error texts
     * @throws ParleyException {@code ENCODING} if it is inside itself, or too many are inside each other
     */
    public void enter(Object value, String path) {
        depth++;
        if (depth > KEPT_FROM) {
            keep(value, path);
        }
    }

    /** Leaves the object entered last. */
    public void leave() {
        if (depth > KEPT_FROM) {
            kept.remove(kept.size() - 1);
        }
        depth--;
    }

    private void keep(Object value, String path) {
        if (kept.isEmpty()) {
            kept = new ArrayList<>(FIRST_LOOK);
        }
        kept.add(value);
        if (depth >= FIRST_LOOK && Integer.bitCount(depth) == 1) {
            look(path);
        }
    }

    private void look(String path) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object value : kept) {
            if (!seen.add(value)) {
                throw new ParleyException(
                        ErrorCode.ENCODING,
                        path + ": expected a tree of objects, found a cycle through an object of "
                                + value.getClass().getName() + ", which no XML can express");
            }
        }
        if (depth >= MOST) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path + ": expected at most " + MOST + " objects inside each other, found more");
        }
    }
}
