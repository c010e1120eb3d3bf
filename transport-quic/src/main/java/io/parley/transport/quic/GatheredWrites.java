package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Combines small frames until they are flushed, because the codec sends a datagram for every write. Long frames are
 * written directly. Used on the stream's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failed write reaches the reader's exceptionCaught
final class GatheredWrites extends ChannelOutboundHandlerAdapter {
    private static final int SMALL = 4 * 1024;
    private static final int MOST = 32 * 1024;

    private @Nullable ByteBuf gathered;

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf frame && promise.isVoid() && frame.readableBytes() <= SMALL) {
            gather(context, frame);
        } else {
            send(context);
            context.write(message, promise);
        }
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        send(context);
        context.flush();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (gathered != null) {
            gathered.release();
            gathered = null;
        }
    }

    private void gather(ChannelHandlerContext context, ByteBuf frame) {
        if (gathered != null && gathered.maxWritableBytes() < frame.readableBytes()) {
            send(context);
        }
        ByteBuf into = gathered;
        if (into == null) {
            into = context.alloc().directBuffer(SMALL, MOST);
            gathered = into;
        }
        into.writeBytes(frame);
        frame.release();
    }

    private void send(ChannelHandlerContext context) {
        ByteBuf out = gathered;
        if (out != null) {
            gathered = null;
            context.write(out, context.voidPromise());
        }
    }
}
