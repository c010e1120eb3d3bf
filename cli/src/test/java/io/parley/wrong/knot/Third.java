package io.parley.wrong.knot;

/** A part of a knot; the fourth is not. */
record Third(First first, Fourth fourth) {}
