package io.parley;

/**
 * Traits of a channel; read by negotiation and cost model, which never see the channel itself.
 *
 * @param name the channel's term in offers: {@code stream}, {@code http}, {@code jms}, {@code local}, {@code quic}
 * @param ordered frames of one connection arrive in the order they were sent
 * @param serverPush the accepting side may begin a message by itself
 * @param encrypted the channel can be had with transport security
 * @param tellsOfEnd when the other side's process ends, so does the connection, as a socket does. Of a peer behind a broker
 *     only silence tells, and signs of life are asked for three times as often
 * @param alwaysEncrypted the channel cannot be had without transport security, whatever the service's address is
 */
public record ChannelTraits(
        String name,
        boolean ordered,
        boolean serverPush,
        boolean encrypted,
        boolean tellsOfEnd,
        boolean alwaysEncrypted) {
    /** Traits of a channel that can be had without transport security. */
    public ChannelTraits(String name, boolean ordered, boolean serverPush, boolean encrypted, boolean tellsOfEnd) {
        this(name, ordered, serverPush, encrypted, tellsOfEnd, false);
    }
}
