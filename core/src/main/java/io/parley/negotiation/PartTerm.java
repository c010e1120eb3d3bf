package io.parley.negotiation;

/**
 * A body part of an operation, as one side describes it to the other.
 *
 * @param key operation, direction and position: {@code {namespace}operation/in/0}
 * @param fingerprint leading hex digits of the SHA-256 of the part's layout; empty if it is sent as infoset
 */
public record PartTerm(String key, String fingerprint) {}
