package io.parley.transport.quic;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Network;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the QUIC connections without a stream, for each address and in total. First packets above the limits are not
 * answered; clients resend them. Used on the event loop of its listener.
 */
final class Handshakes {
    private final int mostInAll;
    private final int mostOfAddress;
    private final Map<String, Integer> byNetwork = new HashMap<>();
    private int inAll;

    Handshakes(Limits limits) {
        this.mostInAll = limits.getInt(Limit.PENDING_CONNECTIONS);
        this.mostOfAddress = limits.getInt(Limit.PENDING_PER_ADDRESS);
    }

    boolean mayBegin(InetAddress from) {
        return inAll < mostInAll && byNetwork.getOrDefault(Network.of(from), 0) < mostOfAddress;
    }

    void begin(InetAddress from) {
        inAll++;
        byNetwork.merge(Network.of(from), 1, Integer::sum);
    }

    void end(InetAddress from) {
        inAll--;
        byNetwork.computeIfPresent(Network.of(from), (network, count) -> count == 1 ? null : count - 1);
    }
}
