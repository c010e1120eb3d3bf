package io.parley.negotiation;

import java.util.List;

/**
 * The agreed terms about data. If the fingerprints of both sides are equal, part numbers are indexes into either side's
 * parts sorted by key; otherwise into {@link #listed}, and the opening side says which of those are equal to its own.
 *
 * @param same true if both sides have the same fingerprint over all parts
 * @param fingerprint the answering side's fingerprint over all its parts
 * @param listed the answering side's parts sorted by key; empty if {@code same}, or if there were too many to list
 */
public record DataTerms(boolean same, String fingerprint, List<PartTerm> listed) {
    public DataTerms {
        listed = List.copyOf(listed);
    }

    /**
     * Returns the terms of sides with equal parts.
     *
     * @param fingerprint over all parts
     */
    public static DataTerms same(String fingerprint) {
        return new DataTerms(true, fingerprint, List.of());
    }
}
