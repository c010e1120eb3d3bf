package io.parley.negotiation;

import java.util.List;
import java.util.Map;

/**
 * Choices that a client offers for every term, best first (docs/protocol/negotiation.md, "Negotiation"). Words that
 * this version does not know are preserved, since the digest covers them, and never chosen. Immutable; created by
 * {@link Negotiator#offer} or read from XML.
 *
 * @param version the highest version of the negotiation that the client supports
 * @param id chosen by the client at random, for one offer only
 * @param endpoint the service endpoint's qualified name, or empty
 * @param representations names
 * @param operations those with representations of their own
 * @param channels names
 * @param securities words of {@link ChannelSecurity}; an https client offers no unprotected one
 * @param compressions names
 * @param reliabilities words of {@link Reliability}
 * @param limits by the name of their setting
 * @param lifetimeSeconds maximum lifetime of an agreement
 * @param contextStores addresses; may be empty
 * @param headers context URIs of header blocks that the client is likely to send; may be empty
 * @param fingerprint {@link DataDescription#fingerprint} of the client
 */
public record Offer(
        int version,
        String id,
        String endpoint,
        List<String> representations,
        List<OperationTerm> operations,
        List<String> channels,
        List<String> securities,
        List<String> compressions,
        List<String> reliabilities,
        Map<String, Long> limits,
        long lifetimeSeconds,
        List<String> contextStores,
        List<String> headers,
        String fingerprint) {
    /**
     * Validates the values.
     *
     * @throws io.parley.ParleyException {@code NEGOTIATION} if a value violates the rules of the protocol page
     */
    public Offer {
        Terms.version("offer/@version", version);
        Terms.name("offer/@id", id);
        Terms.text("offer/@endpoint", endpoint);
        representations = Terms.choices("offer/representation", representations);
        operations = Terms.operations("offer/operation", operations);
        channels = Terms.choices("offer/channel", channels);
        securities = Terms.choices("offer/security", securities);
        compressions = Terms.choices("offer/compression", compressions);
        reliabilities = Terms.choices("offer/reliability", reliabilities);
        limits = Terms.limits("offer/limit", limits);
        Terms.seconds("offer/lifetime", lifetimeSeconds);
        contextStores = Terms.texts("offer/contextStore", contextStores);
        headers = Terms.headers("offer/header", headers);
        Terms.digest("offer/data/@fingerprint", fingerprint);
    }

    /** Returns the representations of an operation, best first. */
    List<String> representations(String operation) {
        return OperationTerm.representations(operations, operation, representations);
    }
}
