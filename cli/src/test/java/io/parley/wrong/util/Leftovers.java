package io.parley.wrong.util;

/** In a package that is named after nothing and is not null-marked. */
record Leftovers() {}
