package io.parley.negotiation;

import java.util.List;

/**
 * The agreement of the two sides about their data. Where all fingerprints are equal, part numbers point into either
 * side's parts sorted by key; otherwise into {@link #listed}, and the opening side says which of those are equal to its
 * own.
 *
 * @param same whether both sides gave the same fingerprint over all parts
 * @param fingerprint the answering side's fingerprint over all its parts
 * @param listed the answering side's parts sorted by key; empty if {@code same}, or if there were too many to list
 */
public record DataTerms(boolean same, String fingerprint, List<PartTerm> listed) {
    public DataTerms {
        listed = List.copyOf(listed);
    }

    /** Returns the terms of sides that hold the same parts, by this fingerprint. */
    public static DataTerms same(String fingerprint) {
        return new DataTerms(true, fingerprint, List.of());
    }
}
