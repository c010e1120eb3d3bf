package io.parley.binding;

/** A decoded reference, whose target is only known at the end of the part. */
record Reference(String id) {}
