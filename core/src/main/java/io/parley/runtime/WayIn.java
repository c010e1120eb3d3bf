package io.parley.runtime;

/**
 * The scope of a token, or of the secrets of a session: where a peer has to come in that shows it. Equal to others of the same place and
 * caller. Immutable; for this package to implement.
 */
public interface WayIn {}
