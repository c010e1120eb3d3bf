package io.parley.negotiation;

import java.util.List;

/**
 * A channel that a side can offer or accept.
 *
 * @param name such as {@code stream}
 * @param security its protection
 * @param addresses where a service is reached by it, best first; empty at a client
 * @param certificate hex SHA-256 of the certificate that the service shows on it, or empty
 */
public record ChannelTerm(String name, ChannelSecurity security, List<HostPort> addresses, String certificate) {
    public ChannelTerm {
        Terms.name("channel", name);
        Terms.optionalDigest("channel certificate", certificate);
        addresses = List.copyOf(addresses);
    }

    /** An unprotected channel. */
    public static ChannelTerm plain(String name, HostPort... addresses) {
        return new ChannelTerm(name, ChannelSecurity.NONE, List.of(addresses), "");
    }
}
