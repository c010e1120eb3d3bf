package io.parley.wrong.knot;

/** Depends on nothing. */
record Fourth(int number) {}
