package io.parley.wrong.knot;

/** A part of a knot, through the other classes. */
record First(Second next) {}
