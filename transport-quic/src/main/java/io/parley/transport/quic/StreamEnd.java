package io.parley.transport.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.parley.transport.stream.FramedChannel;
import java.io.EOFException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection's first stream: one that was not finished by the peer is told with its cause, and the QUIC connection goes
 * once the last frames had the time to be repeated. Lives on the stream's event loop.
 */
final class StreamEnd extends ChannelInboundHandlerAdapter {
    /** Time in which frames that were lost on their way, and the end of the stream, may be sent again. */
    private static final long LINGER_MILLIS = 500;

    private final String remote;
    private final Lanes lanes;
    private final Runnable onBytes;
    private @Nullable FramedChannel framed;

    /** @param onBytes called when something came; often */
    StreamEnd(String remote, Lanes lanes, Runnable onBytes) {
        this.remote = remote;
        this.lanes = lanes;
        this.onBytes = onBytes;
    }

    void of(FramedChannel connection) {
        framed = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        onBytes.run();
        context.fireChannelRead(bytes);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownReadComplete) {
            lanes.firstEnded();
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task only closes
    public void channelInactive(ChannelHandlerContext context) {
        QuicStreamChannel stream = (QuicStreamChannel) context.channel();
        QuicChannel quic = stream.parent();
        FramedChannel ended = Objects.requireNonNull(framed);
        if (!lanes.isEnded() && !ended.isClosing()) {
            ended.abort(lost(quic));
        }
        context.fireChannelInactive();
        quic.eventLoop().schedule(() -> QuicTransport.close(quic), LINGER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private EOFException lost(QuicChannel quic) {
        QuicConnectionCloseEvent said = quic.attr(CloseNote.KEY).get();
        String how = quic.isTimedOut()
                ? "fell silent"
                : said == null
                        ? "was closed on this side"
                        : "was closed by the peer with the " + (said.isApplicationClose() ? "code " : "error of QUIC ")
                                + said.error();
        return new EOFException("the QUIC connection with " + remote + " " + how);
    }
}
