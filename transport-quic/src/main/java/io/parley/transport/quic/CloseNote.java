package io.parley.transport.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.util.AttributeKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps with a QUIC connection how its peer closed it; says of its errors no more than the log has to know. */
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
        // The codec closes what cannot go on by itself.
        LOG.debug("QUIC: {}", context.channel(), cause);
    }
}
