package io.parley.transport.stream;

import io.netty.channel.Channel;
import io.parley.channel.Address;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Server socket that accepts streams. Thread-safe. */
final class StreamListener implements Listener {
    private final Address address;
    private final Channel channel;
    private final @Nullable Tls tls;

    /** Creates a listener; the host is kept as it was given, since it may be a name that the peer has to check. */
    StreamListener(String host, Channel channel, @Nullable Tls tls) {
        this.address = new Address(host, ((InetSocketAddress) channel.localAddress()).getPort());
        this.channel = channel;
        this.tls = tls;
    }

    @Override
    public String certificate() {
        return tls == null ? "" : tls.certificate();
    }

    @Override
    public void renew(Protection.Certified certified) {
        if (tls == null) {
            Listener.super.renew(certified);
        } else {
            tls.renew(certified);
        }
    }

    @Override
    public Address address() {
        return address;
    }

    @Override
    public void close() {
        var unused = channel.close();
        if (!channel.eventLoop().inEventLoop()) {
            // Waits for the first close, not for this one: a loop that has ended would never complete it.
            channel.closeFuture().awaitUninterruptibly();
        }
    }
}
