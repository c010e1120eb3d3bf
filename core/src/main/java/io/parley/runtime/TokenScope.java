package io.parley.runtime;

/**
 * The scope in which a token, or the secrets of a session, are valid: where the peer must connect, and as which caller.
 * Equal to others of the same place and caller. Immutable; implemented by this package only.
 */
public interface TokenScope {}
