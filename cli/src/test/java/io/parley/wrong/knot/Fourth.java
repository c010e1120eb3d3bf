package io.parley.wrong.knot;

/** A class without dependencies. */
record Fourth(int number) {}
