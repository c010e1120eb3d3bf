package io.parley.negotiation;

import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agreement of two sides: one choice for every term. Both have an equal {@link #digest}; the two copies may differ
 * only in whether addresses are resolved against the service's own host. Immutable.
 *
 * @param id chosen by the answering side, for logs; not a secret
 * @param representation name of the usual representation, such as {@code hhfr}
 * @param single terms of single operations
 * @param channel name of the channel, such as {@code stream}
 * @param addresses of the channel, best first; empty for a channel that needs none
 * @param security the channel's protection
 * @param certificate hex SHA-256 of the certificate of the channel's listener, or empty
 * @param compression a name such as {@code zstd}, or {@code none}
 * @param reliability failures that sessions survive
 * @param limits for both directions
 * @param lifetime time after which the terms are negotiated again
 * @param contextStore address of the context store, or empty
 * @param headers context URIs of header blocks that both sides have, in the order of their numbers
 * @param data the meaning of part numbers
 * @param digest SHA-256 over all terms of offer and answer; repeated in the first frames
 */
public record Agreement(
        String id,
        String representation,
        AgreedOperations single,
        String channel,
        List<HostPort> addresses,
        ChannelSecurity security,
        String certificate,
        String compression,
        Reliability reliability,
        Limits limits,
        Duration lifetime,
        String contextStore,
        List<String> headers,
        DataTerms data,
        Digest digest) {
    public Agreement {
        addresses = List.copyOf(addresses);
        headers = List.copyOf(headers);
    }

    /** Creates an agreement without terms of single operations. */
    public Agreement(
            String id,
            String representation,
            String channel,
            List<HostPort> addresses,
            ChannelSecurity security,
            String certificate,
            String compression,
            Reliability reliability,
            Limits limits,
            Duration lifetime,
            String contextStore,
            List<String> headers,
            DataTerms data,
            Digest digest) {
        this(
                id,
                representation,
                AgreedOperations.ALIKE,
                channel,
                addresses,
                security,
                certificate,
                compression,
                reliability,
                limits,
                lifetime,
                contextStore,
                headers,
                data,
                digest);
    }

    /** Returns the representations that differ from the usual one, by operation; sorted. */
    public Map<String, String> operations() {
        return single.representations();
    }

    /** Returns the operations whose messages may be lost. */
    public ExpendableOperations expendable() {
        return single.expendable();
    }

    /**
     * Returns all representations that messages may have: {@link #representation} first, then those of single
     * operations, sorted by name.
     */
    public List<String> representations() {
        Set<String> others = new TreeSet<>(operations().values());
        others.remove(representation);
        List<String> all = new ArrayList<>();
        all.add(representation);
        all.addAll(others);
        return all;
    }

    /**
     * Returns the representation of an operation.
     *
     * @param operation its qualified name
     */
    public String representation(String operation) {
        return operations().getOrDefault(operation, representation);
    }

    /**
     * Creates an agreement without a negotiation, for endpoints that know each other: unprotected, uncompressed, not
     * resumable, valid for a day. Its digest covers the arguments except for the addresses, so both sides must give
     * equal ones; of the limits it covers those that are {@link Limit#agreed}.
     *
     * @param fingerprint over all parts of both sides
     */
    public static Agreement byApi(
            String representation, String channel, List<HostPort> addresses, Limits limits, String fingerprint) {
        Duration lifetime = Duration.ofDays(1);
        String text = String.join("\n", "parley-by-api 1", representation, channel, fingerprint, agreed(limits));
        return new Agreement(
                "by-api",
                representation,
                AgreedOperations.ALIKE,
                channel,
                addresses,
                ChannelSecurity.NONE,
                "",
                CompressionTerm.NONE,
                Reliability.NONE,
                limits,
                lifetime,
                "",
                List.of(),
                DataTerms.same(fingerprint),
                Digest.of(text));
    }

    private static String agreed(Limits limits) {
        return Stream.of(Limit.values())
                .filter(Limit::agreed)
                .map(limit -> limit.setting() + "=" + limits.get(limit))
                .collect(Collectors.joining(", "));
    }

    /** Returns a copy with this side's own limits; those that are {@link Limit#agreed} keep their agreed values. */
    public Agreement withOwn(Limits own) {
        return new Agreement(
                id,
                representation,
                single,
                channel,
                addresses,
                security,
                certificate,
                compression,
                reliability,
                own.agree(limits),
                lifetime,
                contextStore,
                headers,
                data,
                digest);
    }

    /** Returns a copy, of an agreement made by API, with additional addresses, which the digest does not cover. */
    public Agreement or(List<HostPort> further) {
        List<HostPort> all = new ArrayList<>(addresses);
        all.addAll(further);
        return with(single, all, security, certificate, compression, reliability, digest);
    }

    /**
     * Returns a copy, of an agreement made by API, that requires TLS and the given certificate.
     *
     * @param fingerprint SHA-256 of the certificate, 64 lower-case hex digits
     */
    public Agreement protectedBy(String fingerprint) {
        String shown = Terms.digest("certificate", fingerprint);
        return with(
                single,
                addresses,
                ChannelSecurity.TLS,
                shown,
                compression,
                reliability,
                digestWith("tls", fingerprint));
    }

    /** Returns a copy, of an agreement made by API, with another reliability. */
    public Agreement reliable(Reliability kind) {
        return with(single, addresses, security, certificate, compression, kind, digestWith(kind.term()));
    }

    /** Returns a copy, of an agreement made by API, with a compression. */
    public Agreement compressed(String name) {
        return with(single, addresses, security, certificate, name, reliability, digestWith(name));
    }

    /** Returns a copy, of an agreement made by API, with operations whose messages may be lost. */
    public Agreement losing(ExpendableOperations operationsToLose) {
        AgreedOperations operations = new AgreedOperations(operations(), operationsToLose);
        return with(
                operations,
                addresses,
                security,
                certificate,
                compression,
                reliability,
                digestWith(operationsToLose.terms()));
    }

    private Digest digestWith(String... terms) {
        return Digest.of("parley-by-api 1\n" + digest + "\n" + String.join("\n", terms));
    }

    /** Returns a copy with other values of the terms that an agreement made by API gets afterwards. */
    private Agreement with(
            AgreedOperations operations,
            List<HostPort> reachedAt,
            ChannelSecurity protection,
            String shown,
            String compressedBy,
            Reliability kind,
            Digest over) {
        return new Agreement(
                id,
                representation,
                operations,
                channel,
                reachedAt,
                protection,
                shown,
                compressedBy,
                kind,
                limits,
                lifetime,
                contextStore,
                headers,
                data,
                over);
    }
}
