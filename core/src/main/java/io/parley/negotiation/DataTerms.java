package io.parley.negotiation;

import java.util.List;

/**
 * What the two sides settled about their data. Where all fingerprints are equal, part numbers point into either side's
 * parts sorted by key; otherwise into {@link #listed}, and the side that opens says which of those it has alike.
 *
 * @param same whether both sides gave the same fingerprint over all parts
 * @param fingerprint the answering side's fingerprint over all its parts
 * @param listed the answering side's parts sorted by key; empty if {@code same}, or if there were too many to list
 */
public record DataTerms(boolean same, String fingerprint, List<PartTerm> listed) {
    public DataTerms {
        listed = List.copyOf(listed);
    }

    /** Both sides hold the same parts, by this fingerprint. */
    public static DataTerms same(String fingerprint) {
        return new DataTerms(true, fingerprint, List.of());
    }
}
