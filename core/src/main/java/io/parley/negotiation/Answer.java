package io.parley.negotiation;

import java.util.List;
import java.util.Map;

/**
 * Choices of a service from an {@link Offer} (docs/protocol/negotiation.md, "Negotiation"). Untrusted until
 * {@link Negotiator#accept} has compared it with the offer. Immutable; created by {@link Negotiator#answer} or read
 * from XML.
 *
 * @param version protocol version of offer and answer; not above the offer's
 * @param id chosen by the service at random
 * @param offerId the offer's id
 * @param representation the chosen name
 * @param operations operations with another representation, each with the chosen one
 * @param channel the chosen name
 * @param addresses of the channel, best first
 * @param security the chosen word
 * @param certificate hex SHA-256 of the channel's certificate, or empty
 * @param compression the chosen name
 * @param reliability the chosen word
 * @param limits by the name of their setting, none above the offer's
 * @param lifetimeSeconds lifetime of the agreement
 * @param contextStore one of those offered, or empty
 * @param headers the offered context URIs whose blocks the service has, in the offer's order
 * @param fingerprint {@link DataDescription#fingerprint} of the service
 * @param parts the service's parts sorted by key, if its fingerprint differs from the offer's and they are not too many
 * @param token the one-time token for the first frame; none until the service has issued it
 */
public record Answer(
        int version,
        String id,
        String offerId,
        String representation,
        List<OperationTerm> operations,
        String channel,
        List<HostPort> addresses,
        String security,
        String certificate,
        String compression,
        String reliability,
        Map<String, Long> limits,
        long lifetimeSeconds,
        String contextStore,
        List<String> headers,
        String fingerprint,
        List<PartTerm> parts,
        Token token) {
    private static final int MAX_ADDRESSES = 16;

    /**
     * Validates the values.
     *
     * @throws io.parley.ParleyException {@code NEGOTIATION} if a value violates the rules of the protocol page
     */
    public Answer {
        Terms.version("answer/@version", version);
        Terms.name("answer/@id", id);
        Terms.name("answer/@offer", offerId);
        Terms.name("answer/representation", representation);
        operations = Terms.operations("answer/operation", operations);
        operations.forEach(each -> Terms.checkCount("answer/operation", each.representations(), 1));
        Terms.name("answer/channel", channel);
        Terms.checkCount("answer/address", addresses, MAX_ADDRESSES);
        addresses = List.copyOf(addresses);
        Terms.name("answer/security", security);
        Terms.optionalDigest("answer/certificate", certificate);
        Terms.name("answer/compression", compression);
        Terms.name("answer/reliability", reliability);
        limits = Terms.limits("answer/limit", limits);
        Terms.seconds("answer/lifetime", lifetimeSeconds);
        Terms.text("answer/contextStore", contextStore);
        headers = Terms.headers("answer/header", headers);
        Terms.digest("answer/data/@fingerprint", fingerprint);
        parts = DataDescription.checkListed("answer/data", parts);
    }

    /** Returns a copy with the token that was issued for it. */
    public Answer withToken(Token issued) {
        return new Answer(
                version,
                id,
                offerId,
                representation,
                operations,
                channel,
                addresses,
                security,
                certificate,
                compression,
                reliability,
                limits,
                lifetimeSeconds,
                contextStore,
                headers,
                fingerprint,
                parts,
                issued);
    }
}
