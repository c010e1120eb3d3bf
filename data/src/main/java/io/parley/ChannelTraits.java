package io.parley;

/**
 * Traits of a channel. Negotiation and the cost model read them; they never see the channel itself.
 *
 * @param name the channel's term in offers: {@code stream}, {@code http}, {@code jms}, {@code local}, {@code quic}
 * @param ordered whether frames of one connection arrive in the order they were sent
 * @param serverPush whether the accepting side may start a message of its own
 * @param encrypted whether the channel supports transport security
 * @param tellsOfEnd whether the connection closes when the peer's process ends, as a socket does. A peer behind a
 *     broker is only known by its silence, so it is pinged three times as often
 * @param alwaysEncrypted whether the channel requires transport security, whatever the scheme of the service's address
 */
public record ChannelTraits(
        String name,
        boolean ordered,
        boolean serverPush,
        boolean encrypted,
        boolean tellsOfEnd,
        boolean alwaysEncrypted) {
    /** Creates the traits of a channel that also works without transport security. */
    public ChannelTraits(String name, boolean ordered, boolean serverPush, boolean encrypted, boolean tellsOfEnd) {
        this(name, ordered, serverPush, encrypted, tellsOfEnd, false);
    }
}
