package io.parley.context;

/**
 * Whether a store works at this moment.
 *
 * @param text what was asked and what came, for people
 */
public record Health(boolean works, String text) {}
