package io.parley.wrong.knot;

import java.util.List;

/** Part of a knot, by a class inside of it. */
final class Second {
    /** Depends on the third. */
    record Inside(List<Third> all) {}
}
