package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.AttributeKey;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.transport.stream.FramedChannel;
import java.io.EOFException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection over several QUIC streams: the first, bidirectional one is track 0, and each side opens a unidirectional
 * stream for each further track that it sends on. Frames of tracks are delivered after the connection is accepted. The
 * connection has ended in order when the first stream and the number of tracks that the peer reported have ended.
 * Thread-safe; the handler is called on the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes the connection, and its handler is notified
final class MultiStreamConnection implements Connection {
    private static final AttributeKey<MultiStreamConnection> KEY =
            AttributeKey.valueOf(MultiStreamConnection.class, "tracks");
    private static final AttributeKey<Integer> NUMBER = AttributeKey.valueOf(MultiStreamConnection.class, "number");
    /** Time within which the other tracks must end after the first stream has. */
    private static final long END_MILLIS = 30_000;

    private static final int UNKNOWN = -1;

    private final QuicChannel quic;
    private final String remote;
    private final @Nullable AddressProbes probes;
    private final SendingTrack[] out = new SendingTrack[QuicTransport.TRACKS];
    private final ConnectionHandler outgoing = new Outgoing();
    /** Bit set of the tracks with frames that were not flushed. */
    private final AtomicLong unflushed = new AtomicLong();

    private volatile int count = QuicTransport.TRACKS;
    private volatile boolean closing;
    private volatile boolean accepted;
    private volatile @Nullable FramedChannel first;
    private volatile @Nullable ConnectionHandler handler;
    private long minimumRate;

    // Used on the event loop.
    private final List<Runnable> held = new ArrayList<>();
    private final List<FramedChannel> incoming = new ArrayList<>();
    private final BitSet numbers = new BitSet();
    private boolean reading = true;
    private boolean firstEnded;
    private int ended;
    private int expected = UNKNOWN;
    private @Nullable QuicStreamChannel firstStream;

    /** @param probes null on the accepting side */
    MultiStreamConnection(QuicChannel quic, String remote, @Nullable AddressProbes probes) {
        this.quic = quic;
        this.remote = remote;
        this.probes = probes;
        for (int number = 1; number < QuicTransport.TRACKS; number++) {
            out[number] = new SendingTrack(quic, number, this);
        }
        quic.attr(KEY).set(this);
        quic.closeFuture().addListener(gone -> {
            for (int number = 1; number < QuicTransport.TRACKS; number++) {
                out[number].drop();
            }
        });
    }

    /** Restricts the connection to its first stream, for a peer without tracks. Called before the first frame. */
    void useOne() {
        count = 1;
        expected = 0;
    }

    /**
     * Returns the handler for streams that the peer opens: unidirectional ones are tracks, others go to the function.
     */
    static ChannelInitializer<QuicStreamChannel> streams(Consumer<QuicStreamChannel> others) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(QuicStreamChannel channel) {
                MultiStreamConnection tracks = channel.parent().attr(KEY).get();
                if (tracks != null && channel.type() == QuicStreamType.UNIDIRECTIONAL) {
                    tracks.opened(channel);
                } else {
                    others.accept(channel);
                }
            }
        };
    }

    /** Sets the first stream, whose frames are delivered after {@link #start}. */
    void of(FramedChannel framed, QuicStreamChannel stream) {
        first = framed;
        firstStream = stream;
    }

    /** Starts delivering frames. Called on the event loop. */
    void start(ConnectionHandler to, long rate) {
        handler = to;
        // All tracks share the bandwidth of the path.
        minimumRate = Math.max(1, rate / QuicTransport.TRACKS);
        first().start(to, rate);
    }

    void watch(QuicStreamChannel stream) {
        if (probes != null) {
            stream.pipeline().addFirst(probes.ofStream());
        }
    }

    /** Records that the peer finished the first stream; the connection ends when its tracks have ended. */
    void firstEnded() {
        firstEnded = true;
        quic.eventLoop()
                .schedule(
                        () -> lost(new EOFException("the tracks of " + remote + " did not end")),
                        END_MILLIS,
                        TimeUnit.MILLISECONDS);
        closeIfEnded();
    }

    /** Returns whether everything that the peer sent was received. */
    boolean isEnded() {
        return firstEnded && ended == expected;
    }

    void lost(Throwable why) {
        FramedChannel known = first;
        if (known != null && !closing && !isEnded()) {
            known.abort(why);
        }
    }

    private void closeIfEnded() {
        QuicStreamChannel stream = firstStream;
        if (isEnded() && stream != null) {
            stream.close();
        }
    }

    private void opened(QuicStreamChannel channel) {
        channel.config().setAutoRead(false);
        // Sets the size of reads, which cannot be changed after the first one.
        FramedChannel framed = FramedChannel.ofTrack(channel, remote);
        channel.pipeline().addFirst(new StreamKind(kind -> known(channel, framed, kind & 0xff)));
    }

    private void known(QuicStreamChannel channel, FramedChannel framed, int kind) {
        int track = kind - QuicTransport.TRACK;
        int said = kind - QuicTransport.END;
        boolean begins = track > 0 && track < count && !numbers.get(track);
        if (begins && probes == null && !accepted) {
            QuicTransport.close(
                    quic, new ParleyException(ErrorCode.PROTOCOL, "QUIC: expected no track before ACCEPT, found one"));
        } else if (begins) {
            numbers.set(track);
            channel.attr(NUMBER).set(track);
            if (accepted) {
                begin(channel, framed);
            } else {
                held.add(() -> begin(channel, framed));
            }
        } else if (said >= 0 && said < count && expected == UNKNOWN) {
            expected = said;
            channel.close();
            closeIfEnded();
        } else {
            QuicTransport.close(
                    quic,
                    new ParleyException(
                            ErrorCode.PROTOCOL,
                            "QUIC: expected a track that has not started, found stream kind " + kind));
        }
    }

    private void begin(QuicStreamChannel channel, FramedChannel framed) {
        if (!channel.isActive()) {
            lost(new EOFException("a track of " + remote + " was cut off"));
            return;
        }
        ChannelHandlerContext kind = channel.pipeline().context(StreamKind.class);
        watch(channel);
        channel.pipeline().addLast(new Whole());
        incoming.add(framed);
        channel.config().setAutoRead(reading);
        framed.start(new Incoming(channel.attr(NUMBER).get()), minimumRate);
        ((StreamKind) kind.handler()).open(kind);
    }

    private FramedChannel first() {
        return Objects.requireNonNull(first);
    }

    private ConnectionHandler handler() {
        return Objects.requireNonNull(handler);
    }

    // Connection.

    @Override
    public void send(ByteBuf frame) {
        send(frame, 0);
    }

    @Override
    public void send(ByteBuf frame, int track) {
        if (track == 0) {
            first().connection().send(frame);
        } else {
            out[track].send(frame);
        }
        long bit = 1L << track;
        if ((unflushed.get() & bit) == 0) {
            unflushed.getAndUpdate(bits -> bits | bit);
        }
    }

    @Override
    public int tracks() {
        return count;
    }

    @Override
    public void flush() {
        long bits = unflushed.getAndSet(0);
        if ((bits & 1) != 0) {
            first().connection().flush();
        }
        for (long rest = bits & ~1L; rest != 0; rest &= rest - 1) {
            out[Long.numberOfTrailingZeros(rest)].flush();
        }
    }

    @Override
    public boolean isWritable() {
        return first().connection().isWritable();
    }

    @Override
    public boolean isWritable(int track) {
        return track == 0 ? isWritable() : out[track].isWritable();
    }

    @Override
    public void setReading(boolean value) {
        first().connection().setReading(value);
        quic.eventLoop().execute(() -> {
            reading = value;
            incoming.forEach(track -> track.connection().setReading(value));
        });
    }

    @Override
    public void markAccepted() {
        first().connection().markAccepted();
        if (!accepted) {
            accepted = true;
            quic.eventLoop().execute(() -> {
                held.forEach(Runnable::run);
                held.clear();
            });
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public boolean isSecure() {
        return true;
    }

    @Override
    public void close() {
        flush();
        quic.eventLoop().execute(() -> {
            if (closing) {
                return;
            }
            closing = true;
            int opened = 0;
            for (int number = 1; number < QuicTransport.TRACKS; number++) {
                opened += out[number].close() ? 1 : 0;
            }
            if (count > 1) {
                sayEnd(opened);
            }
            first().connection().close();
        });
    }

    /** Reports the number of tracks: the last one may still be in flight when all others have ended. */
    private void sayEnd(int opened) {
        if (!quic.isActive()) {
            return;
        }
        quic.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInboundHandlerAdapter())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        QuicStreamChannel stream = (QuicStreamChannel) done.getNow();
                        stream.writeAndFlush(stream.alloc().directBuffer(1).writeByte(QuicTransport.END + opened));
                        stream.shutdownOutput();
                    }
                });
    }

    /** Returns the handler of the streams that this side sends on, which receive nothing. */
    ConnectionHandler outgoing() {
        return outgoing;
    }

    /** Handler for frames received on a track. */
    private class Incoming implements ConnectionHandler {
        private final int number;

        Incoming(int number) {
            this.number = number;
        }

        @Override
        public int frameLength(ByteBuf in) {
            return handler().frameLength(in);
        }

        @Override
        public void onFrame(ByteBuf frame) {
            if (closing) {
                frame.release();
            } else {
                handler().onFrame(frame, number);
            }
        }

        @Override
        public void onRefused(RuntimeException why) {
            handler().onRefused(why);
        }

        @Override
        public void onWritable() {
            if (!closing) {
                handler().onWritable();
            }
        }

        @Override
        public void onReadComplete() {
            if (!closing) {
                handler().onReadComplete();
            }
        }

        @Override
        public void onClosed(@Nullable Throwable cause) {
            if (cause != null) {
                lost(cause);
            } else {
                ended++;
                closeIfEnded();
            }
        }
    }

    /** Handler of the streams that this side sends on. */
    private final class Outgoing extends Incoming {
        Outgoing() {
            super(0);
        }

        @Override
        public void onClosed(@Nullable Throwable cause) {
            if (cause != null) {
                lost(cause);
            }
        }
    }

    /** Closes a track that the peer has finished, and reports one that was reset before its end. */
    private final class Whole extends ChannelInboundHandlerAdapter {
        /** A finished stream stays open by itself, although nothing can be sent on it. */
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof ChannelInputShutdownReadComplete) {
                context.channel().close();
            }
            context.fireUserEventTriggered(event);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!((QuicStreamChannel) context.channel()).isInputShutdown()) {
                lost(new EOFException("a track of " + remote + " was cut off"));
            }
            context.fireChannelInactive();
        }
    }
}
