package io.parley.channel;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * Names of the networks by which peers are counted for per-address limits: an IPv4 address, or an IPv6 /64 network,
 * because the holder of one address of an IPv6 network usually has all of them.
 */
public final class Network {
    private static final int NETWORK_BYTES = 8;
    private static final String IPV6 = "/64 of ";

    private Network() {}

    /** Returns the network name of an address. */
    public static String of(InetAddress address) {
        return address instanceof Inet6Address ? ofIpv6(address.getAddress()) : address.getHostAddress();
    }

    /**
     * Returns the network name of a peer, as {@link Connection#remote} describes it: with or without a port at its end.
     */
    public static String ofRemote(String remote) {
        return ofHost(host(remote));
    }

    /** Returns a peer as {@link Connection#remote} describes it: its address and port. */
    public static String remote(InetSocketAddress peer) {
        return peer.getAddress().getHostAddress() + ":" + peer.getPort();
    }

    /** Returns the host of a peer without its port. */
    public static String host(String remote) {
        int port = remote.lastIndexOf(':');
        return port < 0 ? remote : remote.substring(0, port);
    }

    /**
     * Returns the network name of a host as in {@link Connection#remote}. A host that is not an address literal is its
     * own network; no name is resolved.
     */
    public static String ofHost(String host) {
        byte[] address = host.indexOf(':') < 0 ? null : NetUtil.createByteArrayFromIpAddressString(host);
        if (address == null) {
            return host;
        }
        try {
            return of(InetAddress.getByAddress(address)); // Converts IPv4-mapped addresses to IPv4.
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + address.length + " bytes", e);
        }
    }

    private static String ofIpv6(byte[] address) {
        return IPV6 + HexFormat.ofDelimiter(":").formatHex(address, 0, NETWORK_BYTES);
    }
}
