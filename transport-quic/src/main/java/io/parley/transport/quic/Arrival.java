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
import io.parley.channel.Newcomers;
import io.parley.transport.stream.FramedChannel;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A QUIC connection that came in, from its first packet until it is gone, and the connection that becomes of its stream. It has the
 * time to open a session for shaking hands and opening the stream. Lives on the event loop of its listener.
 */
final class Arrival extends CloseNote implements Newcomers.Newcomer {
    private static final AttributeKey<Arrival> KEY = AttributeKey.valueOf(Arrival.class, "arrival");

    private final QuicChannel quic;
    private final QuicDatagrams datagrams;
    private final QuicDoor door;
    private final InetSocketAddress from;
    private boolean isHandshake = true;
    private final Lanes lanes;
    private @Nullable FramedChannel framed;
    private @Nullable QuicStreamChannel stream;
    private boolean begun;
    private volatile boolean silent = true;

    Arrival(QuicChannel quic, QuicDatagrams datagrams, QuicDoor door) {
        this.quic = quic;
        this.datagrams = datagrams;
        this.door = door;
        this.from = (InetSocketAddress) Objects.requireNonNull(quic.remoteSocketAddress());
        this.lanes = new Lanes(quic, QuicTransport.text(from), null);
        quic.attr(KEY).set(this);
    }

    /** Counts it, and begins its time. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task only closes
    void start() {
        door.arrived(from.getAddress());
        QuicTransport.segments(quic);
        quic.closeFuture().addListener(closed -> gone());
        quic.eventLoop().schedule(this::late, door.openMillis(), TimeUnit.MILLISECONDS);
    }

    /** Sets up a stream that the peer opened: one of both directions is the connection's first, the others are lanes. */
    static ChannelInitializer<QuicStreamChannel> streams() {
        return Lanes.streams(channel ->
                Objects.requireNonNull(channel.parent().attr(KEY).get()).opened(channel));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent shaken && shaken.isSuccess()) {
            String protocol = Objects.requireNonNull(quic.sslEngine()).getApplicationProtocol();
            if (!QuicTransport.PROTOCOL.equals(protocol)) {
                QuicTransport.close(quic, wrong("the protocol " + QuicTransport.PROTOCOL + ", found another or none"));
            } else {
                door.ports().follow(quic, datagrams);
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
        StreamEnd end = new StreamEnd(QuicTransport.text(from), lanes, () -> silent = false);
        FramedChannel connection = FramedChannel.of(
                opening,
                QuicTransport.text(from),
                false,
                accepted -> door.newcomers().remove(this));
        framed = connection;
        end.of(connection);
        lanes.of(connection, opening);
        opening.pipeline().addLast(end, new GatheredWrites());
        // It may read at once, and what it reads is for the handlers behind it.
        opening.pipeline().addFirst(new StreamKind(this::known));
    }

    private void known(int kind) {
        if (kind != QuicTransport.FRAMES) {
            QuicTransport.close(quic, wrong("a stream of frames, which begins with 1, found " + (kind & 0xff)));
            return;
        }
        handshakeEnds();
        door.newcomers().add(this, from.getAddress());
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
            return; // It was closed while it waited: a handler would never hear of that.
        }
        begun = true;
        ChannelHandlerContext kind = opened.pipeline().context(StreamKind.class);
        // Nothing passes before the kind opens; whoever is given the connection may stop the reading at once.
        opened.config().setAutoRead(true);
        ConnectionHandler handler = door.handler(datagrams.beside(lanes));
        lanes.start(handler, door.minimumRate());
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
                            "closed before it opened its stream: expected it within " + door.openMillis()
                                    + " ms; the setting is " + Limit.OPEN_MILLIS.setting()));
        }
    }

    private void handshakeEnds() {
        if (isHandshake) {
            isHandshake = false;
            door.shaken(from.getAddress());
        }
    }

    private void gone() {
        handshakeEnds();
        door.newcomers().remove(this);
        door.left();
    }

    private static ParleyException wrong(String expected) {
        return new ParleyException(ErrorCode.PROTOCOL, "QUIC: expected " + expected);
    }
}
