package io.parley.soap;

/**
 * The static headers of a session, as one of its sides has them.
 *
 * @param sent what it may send by number
 * @param kept what it has kept for what it receives
 */
public record StaticHeaders(SentHeaders sent, KeptHeaders kept) {}
