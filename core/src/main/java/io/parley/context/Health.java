package io.parley.context;

/**
 * Current state of a store.
 *
 * @param text the check and its result, for people
 */
public record Health(boolean works, String text) {}
