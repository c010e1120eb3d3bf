package io.parley.wrong.util;

/** A class with a meaningless suffix in its name. */
record FrameManager() {}
