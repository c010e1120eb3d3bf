package io.parley.wrong.util;

/** A class in a package with a meaningless name and without the null-marked annotation. */
record Leftovers() {}
