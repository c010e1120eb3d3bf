package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.TlsPolicy;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * TLS by the JDK for one connection, whose peer may shake hands once; for each transport on Netty. Its buffer begins with a record whenever
 * it decodes. Lives on the connection's event loop.
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
            throw new SSLException("TLS: expected data after the handshake, found that the peer renegotiates");
        }
        super.decode(context, in, out);
    }
}
