package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first byte of a stream, which is its kind, and delays the following bytes until {@link #open}.
 * Used on the stream's event loop.
 */
final class StreamKind extends ChannelDuplexHandler {
    private final IntConsumer onKind;
    private @Nullable ByteBuf behind;
    private boolean known;
    private boolean open;

    /**
     * Creates the handler.
     *
     * @param onKind called once with the first byte
     */
    StreamKind(IntConsumer onKind) {
        this.onKind = onKind;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (context.channel().isRegistered()) {
            context.read();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.fireChannelActive();
        context.read();
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (open) {
            context.read();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        ByteBuf read = (ByteBuf) bytes;
        if (known) {
            read.release();
            return;
        }
        known = true;
        int kind = read.readByte();
        behind = read;
        onKind.accept(kind);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (behind != null) {
            behind.release();
            behind = null;
        }
    }

    /** Returns whether bytes after the first one have arrived. */
    boolean hasMore() {
        return behind != null && behind.isReadable();
    }

    /** Passes on the delayed bytes and removes this handler. */
    void open(ChannelHandlerContext context) {
        open = true;
        ByteBuf first = behind;
        behind = null;
        if (first != null && first.isReadable()) {
            context.fireChannelRead(first);
            context.fireChannelReadComplete();
        } else if (first != null) {
            first.release();
        }
        boolean wanted = context.channel().config().isAutoRead();
        context.pipeline().remove(this);
        if (wanted) {
            context.channel().read();
        }
    }
}
