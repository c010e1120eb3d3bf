package io.parley.wrong.util;

/** Named after nothing in particular. */
record FrameManager() {}
