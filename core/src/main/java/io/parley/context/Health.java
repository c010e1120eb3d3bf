package io.parley.context;

/**
 * State of a store at this moment.
 *
 * @param text the request and its result, for people
 */
public record Health(boolean works, String text) {}
