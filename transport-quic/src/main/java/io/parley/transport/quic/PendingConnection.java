package io.parley.transport.quic;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.AttributeKey;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Network;
import io.parley.channel.PendingConnections;
import io.parley.transport.stream.FramedChannel;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An incoming QUIC connection, from its first packet until it is closed. Handshake and first stream must be complete
 * within the time for opening a session; then the connection counts as pending until it is accepted. Used on the event
 * loop of its listener.
 */
final class PendingConnection extends CloseNote implements PendingConnections.Candidate {
    private static final AttributeKey<PendingConnection> KEY = AttributeKey.valueOf(PendingConnection.class, "pending");

    private final QuicChannel quic;
    private final QuicDatagrams datagrams;
    private final QuicSocket listener;
    private final InetSocketAddress from;
    private boolean isHandshake = true;
    private final MultiStreamConnection tracks;
    private @Nullable FramedChannel framed;
    private @Nullable QuicStreamChannel stream;
    private boolean begun;
    private volatile boolean silent = true;

    PendingConnection(QuicChannel quic, QuicDatagrams datagrams, QuicSocket listener) {
        this.quic = quic;
        this.datagrams = datagrams;
        this.listener = listener;
        this.from = (InetSocketAddress) Objects.requireNonNull(quic.remoteSocketAddress());
        this.tracks = new MultiStreamConnection(quic, Network.remote(from), null);
        quic.attr(KEY).set(this);
    }

    /** Registers the connection with its listener and starts its timeout. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task only closes
    void start() {
        listener.arrived(from.getAddress());
        listener.ports().follow(quic, datagrams);
        QuicTransport.segments(quic);
        quic.closeFuture().addListener(closed -> gone());
        quic.eventLoop().schedule(this::late, listener.openMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Returns the handler for streams that the peer opens: a bidirectional one is the first of the connection, the
     * others are tracks.
     */
    static ChannelInitializer<QuicStreamChannel> streams() {
        return MultiStreamConnection.streams(channel ->
                Objects.requireNonNull(channel.parent().attr(KEY).get()).opened(channel));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent shaken && shaken.isSuccess()) {
            int agreed = QuicTransport.tracks(quic.sslEngine());
            if (agreed == 0) {
                QuicTransport.close(quic, wrong("the protocol " + QuicTransport.PROTOCOL + ", found another or none"));
            } else if (agreed == 1) {
                listener.ports().leave(quic);
                tracks.useOne();
            }
        }
        super.userEventTriggered(context, event);
    }

    private void opened(QuicStreamChannel opening) {
        if (stream != null) {
            QuicTransport.close(quic, wrong("one stream of both directions, found another"));
            return;
        }
        stream = opening;
        opening.config().setAutoRead(false).setRecvByteBufAllocator(new FixedRecvByteBufAllocator(1));
        opening.config().setAllowHalfClosure(true);
        StreamEnd end = new StreamEnd(Network.remote(from), tracks, () -> silent = false);
        FramedChannel connection = FramedChannel.of(
                opening,
                Network.remote(from),
                false,
                accepted -> listener.pendingConnections().remove(this));
        framed = connection;
        end.of(connection);
        tracks.of(connection, opening);
        opening.pipeline().addLast(end, new GatheredWrites());
        // It may read immediately, and passes the bytes to the handlers after it.
        opening.pipeline().addFirst(new StreamKind(this::known));
    }

    private void known(int kind) {
        if (kind != QuicTransport.FRAMES) {
            QuicTransport.close(quic, wrong("a stream of frames, which begins with 1, found " + (kind & 0xff)));
            return;
        }
        handshakeEnds();
        listener.pendingConnections().add(this, from.getAddress());
    }

    @Override
    public void begin() {
        if (quic.eventLoop().inEventLoop()) {
            begins();
        } else {
            quic.eventLoop().execute(this::begins);
        }
    }

    private void begins() {
        QuicStreamChannel opened = stream;
        FramedChannel connection = framed;
        if (opened == null || connection == null || !opened.isActive()) {
            return; // Closed while it waited: a handler would never be notified.
        }
        begun = true;
        ChannelHandlerContext kind = opened.pipeline().context(StreamKind.class);
        // The handler may stop reading immediately; nothing passes the first-byte handler before it opens.
        opened.config().setAutoRead(true);
        ConnectionHandler handler = listener.handler(datagrams.beside(tracks));
        tracks.start(handler, listener.minimumRate());
        datagrams.handTo(handler);
        ((StreamKind) kind.handler()).open(kind);
    }

    @Override
    public boolean isSilent() {
        return silent;
    }

    @Override
    public void end(ParleyException why) {
        quic.eventLoop().execute(() -> {
            FramedChannel connection = framed;
            if (begun && connection != null) {
                if (connection.isAccepted()) {
                    return;
                }
                connection.abort(why);
            }
            QuicTransport.close(quic, why);
        });
    }

    private void late() {
        if (isHandshake) {
            QuicTransport.close(
                    quic,
                    new ParleyException(
                            ErrorCode.OPEN_TIMEOUT,
                            "closed before it opened its stream: expected it within " + listener.openMillis()
                                    + " ms; the setting is " + Limit.OPEN_MILLIS.setting()));
        }
    }

    private void handshakeEnds() {
        if (isHandshake) {
            isHandshake = false;
            listener.shaken(from.getAddress());
        }
    }

    private void gone() {
        handshakeEnds();
        listener.pendingConnections().remove(this);
        listener.left();
    }

    private static ParleyException wrong(String expected) {
        return new ParleyException(ErrorCode.PROTOCOL, "QUIC: expected " + expected);
    }
}
