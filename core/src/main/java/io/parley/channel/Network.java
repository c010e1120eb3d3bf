package io.parley.channel;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * Names of what counts as one peer where peers are counted: an IPv4 address, or an IPv6 network of 64 bits, since whoever has one
 * address of it has the others as well.
 */
public final class Network {
    private static final int NETWORK_BYTES = 8;
    private static final String IPV6 = "/64 of ";

    private Network() {}

    /** Returns the name for an address. */
    public static String of(InetAddress address) {
        return address instanceof Inet6Address ? ofIpv6(address.getAddress()) : address.getHostAddress();
    }

    /** Returns the name for a host as {@link Connection#remote} has it: what is no address counts by itself. No name is resolved. */
    public static String ofHost(String host) {
        byte[] address = host.indexOf(':') < 0 ? null : NetUtil.createByteArrayFromIpAddressString(host);
        if (address == null) {
            return host;
        }
        try {
            return of(InetAddress.getByAddress(address)); // One that stands for an IPv4 address becomes that.
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + address.length + " bytes", e);
        }
    }

    private static String ofIpv6(byte[] address) {
        return IPV6 + HexFormat.ofDelimiter(":").formatHex(address, 0, NETWORK_BYTES);
    }
}
