package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.TlsPolicy;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * TLS handler on a JDK engine that refuses renegotiation, for every transport on Netty. Netty calls {@link #decode}
 * with a buffer that starts at a TLS record. Runs on the connection's event loop.
 */
public final class OneHandshake extends SslHandler {
    public OneHandshake(SSLEngine engine) {
        super(engine);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws SSLException {
        if (in.isReadable()
                && handshakeFuture().isSuccess()
                && TlsPolicy.beginsHandshake(in.getByte(in.readerIndex()))) {
            throw new SSLException("TLS: expected data after the handshake, found a renegotiation by the peer");
        }
        super.decode(context, in, out);
    }
}
