package io.parley.wrong.knot;

/** Part of a knot, by way of the others. */
record First(Second next) {}
