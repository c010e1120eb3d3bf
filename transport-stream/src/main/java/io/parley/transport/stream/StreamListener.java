package io.parley.transport.stream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.parley.channel.Address;
import io.parley.channel.Listener;
import java.net.InetSocketAddress;

/** A server socket that accepts streams. Thread-safe. */
final class StreamListener implements Listener {
    private final Address address;
    private final Channel channel;
    private final String certificate;

    /** The host is kept as it was written: it may be a name that the peer has to see again. */
    StreamListener(String host, Channel channel, String certificate) {
        this.address = new Address(host, ((InetSocketAddress) channel.localAddress()).getPort());
        this.channel = channel;
        this.certificate = certificate;
    }

    @Override
    public String certificate() {
        return certificate;
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        ChannelFuture closed = channel.close();
        if (!channel.eventLoop().inEventLoop()) {
            closed.awaitUninterruptibly();
        }
    }
}
