package io.parley.binding;

/** A reference that was read: whom it means is known when the whole part was. */
record Reference(String id) {}
