package io.parley.transport.http.endpoint;

import java.util.Optional;

/**
 * Access control at an endpoint's URL: called for each request, calls, offers and frames alike. Thread-safe; must not
 * block.
 */
@FunctionalInterface
public interface Admission {
    /** Everybody, under no name. */
    Admission ALL = authorization -> Optional.of("");

    /**
     * Judges a request.
     *
     * @param authorization its header {@code Authorization}; empty if there is none
     * @return the name under which it is let in, which may be empty; nothing if it is not
     */
    Optional<String> admit(String authorization);
}
