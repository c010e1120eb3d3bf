package io.parley.transport.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.parley.Limit;
import io.parley.Limits;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * How many connections a server has, and how many of them sent no whole head yet, altogether and from each address (of
 * IPv6, each network of 64 bits). One too many is closed at once. Thread-safe.
 */
final class Newcomers {
    private static final int MOST_CONNECTIONS = 4096;
    private static final int NETWORK_BYTES = 8;

    private final int mostPending;
    private final int mostPerAddress;
    private final Map<String, Integer> perAddress = new HashMap<>();
    private int pending;
    private int connections;

    Newcomers(Limits limits) {
        this.mostPending = limits.getInt(Limit.PENDING_CONNECTIONS);
        this.mostPerAddress = limits.getInt(Limit.PENDING_PER_ADDRESS);
    }

    /** Counts it, until it closes; whether it may stay. */
    boolean add(Channel connection) {
        synchronized (this) {
            String address = address(connection);
            int alike = perAddress.getOrDefault(address, 0);
            if (connections >= MOST_CONNECTIONS || pending >= mostPending || alike >= mostPerAddress) {
                return false;
            }
            connections++;
            pending++;
            perAddress.put(address, alike + 1);
        }
        connection.closeFuture().addListener(closed -> remove());
        return true;
    }

    private synchronized void remove() {
        connections--;
    }

    private synchronized void left(String address) {
        pending--;
        perAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }

    /** For the pipeline of a connection that was added: it is no newcomer from its first request on. */
    ChannelHandler leaving() {
        return new Leaving();
    }

    private final class Leaving extends ChannelInboundHandlerAdapter {
        private boolean gone;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest) {
                leave(context);
            }
            context.fireChannelRead(message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            leave(context);
            context.fireChannelInactive();
        }

        private void leave(ChannelHandlerContext context) {
            if (!gone) {
                gone = true;
                left(address(context.channel()));
            }
        }
    }

    private static String address(Channel connection) {
        if (!(connection.remoteAddress() instanceof InetSocketAddress socket)) {
            return "";
        }
        InetAddress address = socket.getAddress();
        byte[] bytes = address.getAddress();
        return HexFormat.of().formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }
}
