package io.parley.negotiation;

import java.util.List;
import java.util.Map;

/**
 * Choices of a service from an {@link Offer} (docs/protocol/negotiation.md, "Negotiation"). Nothing in it is trusted
 * before {@link Negotiator#accept} compared it with the offer. Immutable; made by {@link Negotiator#answer} or read
 * from XML.
 *
 * @param version the version in which offer and answer are to be read; not above the offer's
 * @param id chosen by the service at random
 * @param offerId the offer's id
 * @param representation the name chosen
 * @param operations those for which another one was chosen, each with that
 * @param channel the name chosen
 * @param addresses where the channel is reached, best first
 * @param security the word chosen
 * @param certificate hex SHA-256 of the certificate that the channel shows, or empty
 * @param compression the name chosen
 * @param reliability the word chosen
 * @param limits by the name of their setting, none above the offer's
 * @param lifetimeSeconds how long the agreement holds
 * @param contextStore one of those offered, or empty
 * @param headers of the context URIs that were offered those whose blocks the service has, in that order
 * @param fingerprint {@link DataDescription#fingerprint} of the service
 * @param parts the service's parts sorted by key, if its fingerprint is not the offer's and they are not too many
 * @param token the one-time token that the first frame must show; none until the service issued it
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
     * @throws io.parley.ParleyException {@code NEGOTIATION} if a value breaks the rules of the protocol page
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

    /** Returns this answer with the token that was issued for it. */
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
