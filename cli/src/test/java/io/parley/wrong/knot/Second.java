package io.parley.wrong.knot;

import java.util.List;

/** A part of a knot, through a nested class. */
final class Second {
    /** A nested class that depends on the third. */
    record Inside(List<Third> all) {}
}
