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
 * Handles the end of a connection's first stream: reports a stream that the peer did not finish, with the cause, and
 * closes the QUIC connection after a time for resending the last frames. Used on the stream's event loop.
 */
final class StreamEnd extends ChannelInboundHandlerAdapter {
    /** Time for resending lost frames and the end of the stream. */
    private static final long LINGER_MILLIS = 500;

    private final String remote;
    private final MultiStreamConnection tracks;
    private final Runnable onBytes;
    private @Nullable FramedChannel framed;

    /**
     * Creates the handler.
     *
     * @param onBytes called whenever bytes arrive
     */
    StreamEnd(String remote, MultiStreamConnection tracks, Runnable onBytes) {
        this.remote = remote;
        this.tracks = tracks;
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
            tracks.firstEnded();
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task only closes
    public void channelInactive(ChannelHandlerContext context) {
        QuicStreamChannel stream = (QuicStreamChannel) context.channel();
        QuicChannel quic = stream.parent();
        FramedChannel ended = Objects.requireNonNull(framed);
        if (!tracks.isEnded() && !ended.isClosing()) {
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
