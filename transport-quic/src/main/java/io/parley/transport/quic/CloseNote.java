package io.parley.transport.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.util.AttributeKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores how the peer closed a QUIC connection, and logs the connection's errors at debug level. */
class CloseNote extends ChannelInboundHandlerAdapter {
    static final AttributeKey<QuicConnectionCloseEvent> KEY = AttributeKey.valueOf(CloseNote.class, "closed");

    private static final Logger LOG = LoggerFactory.getLogger(CloseNote.class);

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof QuicConnectionCloseEvent closed) {
            context.channel().attr(KEY).set(closed);
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // The codec itself closes a connection that cannot continue.
        LOG.debug("QUIC: {}", context.channel(), cause);
    }
}
