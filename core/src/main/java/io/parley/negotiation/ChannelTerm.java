package io.parley.negotiation;

import java.util.List;

/**
 * A channel that a side can offer or accept.
 *
 * @param name such as {@code stream}
 * @param security its protection
 * @param addresses of the service on it, best first; empty at a client
 * @param certificate hex SHA-256 of the service's certificate on it, or empty
 */
public record ChannelTerm(String name, ChannelSecurity security, List<HostPort> addresses, String certificate) {
    public ChannelTerm {
        Terms.name("channel", name);
        Terms.optionalDigest("channel certificate", certificate);
        addresses = List.copyOf(addresses);
    }

    /** Returns an unprotected channel. */
    public static ChannelTerm plain(String name, HostPort... addresses) {
        return new ChannelTerm(name, ChannelSecurity.NONE, List.of(addresses), "");
    }
}
