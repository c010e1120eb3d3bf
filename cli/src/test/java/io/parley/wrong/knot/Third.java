package io.parley.wrong.knot;

/** Part of a knot; the fourth is not. */
record Third(First first, Fourth fourth) {}
