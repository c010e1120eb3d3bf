package io.parley.transport.http.endpoint;

import java.util.Optional;

/**
 * Access control at an endpoint's URL, applied to each request: calls, offers and frames alike. Thread-safe; must not
 * block.
 */
@FunctionalInterface
public interface Admission {
    /** Admits every request without a name. */
    Admission ALL = authorization -> Optional.of("");

    /**
     * Decides whether a request is admitted.
     *
     * @param authorization value of the {@code Authorization} header; empty if it is absent
     * @return the caller's name, which may be empty; {@code Optional.empty()} if the request is refused
     */
    Optional<String> admit(String authorization);
}
