package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
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
 * A connection on several streams of QUIC: the first one, of both directions, is lane 0, and each side opens the others that it sends
 * on, of one direction, as it needs them. Frames that come on lanes are handed on once the connection is accepted. Its end is in order
 * when the first stream and as many lanes ended as the peer says that there were. Thread-safe; the handler is called on the
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and its handler tells
final class Lanes implements Connection {
    private static final AttributeKey<Lanes> KEY = AttributeKey.valueOf(Lanes.class, "lanes");
    private static final AttributeKey<Integer> NUMBER = AttributeKey.valueOf(Lanes.class, "number");
    /** Time for the rest of the lanes to end once the first stream did. */
    private static final long END_MILLIS = 30_000;

    private static final int UNKNOWN = -1;

    private final QuicChannel quic;
    private final String remote;
    private final @Nullable AddressProbes probes;
    private final OutLane[] out = new OutLane[QuicTransport.LANES];
    private final ConnectionHandler outgoing = new Outgoing();
    /** Lanes with frames that were not flushed, one bit each. */
    private final AtomicLong unflushed = new AtomicLong();

    private volatile boolean closing;
    private volatile boolean accepted;
    private volatile @Nullable FramedChannel first;
    private volatile @Nullable ConnectionHandler handler;
    private long minimumRate;

    // On the event loop.
    private final List<Runnable> held = new ArrayList<>();
    private final List<FramedChannel> incoming = new ArrayList<>();
    private final BitSet numbers = new BitSet();
    private boolean reading = true;
    private boolean firstEnded;
    private int ended;
    private int expected = UNKNOWN;
    private @Nullable QuicStreamChannel firstStream;

    /** @param probes null on the accepting side */
    Lanes(QuicChannel quic, String remote, @Nullable AddressProbes probes) {
        this.quic = quic;
        this.remote = remote;
        this.probes = probes;
        for (int number = 1; number < QuicTransport.LANES; number++) {
            out[number] = new OutLane(quic, number, this);
        }
        quic.attr(KEY).set(this);
        quic.closeFuture().addListener(gone -> {
            for (int number = 1; number < QuicTransport.LANES; number++) {
                out[number].drop();
            }
        });
    }

    /** Sets up the streams of one direction that the peer opens; others are the function's. */
    static ChannelInitializer<QuicStreamChannel> streams(Consumer<QuicStreamChannel> others) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(QuicStreamChannel channel) {
                Lanes lanes = channel.parent().attr(KEY).get();
                if (lanes != null && channel.type() == QuicStreamType.UNIDIRECTIONAL) {
                    lanes.opened(channel);
                } else {
                    others.accept(channel);
                }
            }
        };
    }

    /** The first stream, whose frames come from {@link #start} on. */
    void of(FramedChannel framed, QuicStreamChannel stream) {
        first = framed;
        firstStream = stream;
    }

    /** Hands on what comes. On the event loop. */
    void start(ConnectionHandler to, long rate) {
        handler = to;
        // Frames of all lanes come at the same time, and share what the path carries.
        minimumRate = Math.max(1, rate / QuicTransport.LANES);
        first().start(to, rate);
    }

    void watch(QuicStreamChannel stream) {
        if (probes != null) {
            stream.pipeline().addFirst(probes.ofStream());
        }
    }

    /** The first stream came to its end; the connection does when its lanes did. */
    void firstEnded() {
        firstEnded = true;
        quic.eventLoop()
                .schedule(
                        () -> lost(new EOFException("the lanes of " + remote + " did not end")),
                        END_MILLIS,
                        TimeUnit.MILLISECONDS);
        closeIfEnded();
    }

    /** Returns whether all that the peer sent came. */
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
        // It says how much is read at a time, which cannot be changed after the first read.
        FramedChannel framed = FramedChannel.ofLane(channel, remote);
        channel.pipeline().addFirst(new StreamKind(kind -> known(channel, framed, kind & 0xff)));
    }

    private void known(QuicStreamChannel channel, FramedChannel framed, int kind) {
        int lane = kind - QuicTransport.LANE;
        int count = kind - QuicTransport.END;
        boolean begins = lane > 0 && lane < QuicTransport.LANES && !numbers.get(lane);
        if (begins && probes == null && !accepted) {
            QuicTransport.close(
                    quic, new ParleyException(ErrorCode.PROTOCOL, "QUIC: expected no lane before ACCEPT, found one"));
        } else if (begins) {
            numbers.set(lane);
            channel.attr(NUMBER).set(lane);
            if (accepted) {
                begin(channel, framed);
            } else {
                held.add(() -> begin(channel, framed));
            }
        } else if (count >= 0 && count < QuicTransport.LANES && expected == UNKNOWN) {
            expected = count;
            channel.close();
            closeIfEnded();
        } else {
            QuicTransport.close(
                    quic,
                    new ParleyException(
                            ErrorCode.PROTOCOL,
                            "QUIC: expected a lane that did not begin yet, found stream kind " + kind));
        }
    }

    private void begin(QuicStreamChannel channel, FramedChannel framed) {
        if (!channel.isActive()) {
            lost(new EOFException("a lane of " + remote + " was cut off"));
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
    public void send(ByteBuf frame, int lane) {
        if (lane == 0) {
            first().connection().send(frame);
        } else {
            out[lane].send(frame);
        }
        long bit = 1L << lane;
        if ((unflushed.get() & bit) == 0) {
            unflushed.getAndUpdate(bits -> bits | bit);
        }
    }

    @Override
    public int lanes() {
        return QuicTransport.LANES;
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
    public boolean isWritable(int lane) {
        return lane == 0 ? isWritable() : out[lane].isWritable();
    }

    @Override
    public void setReading(boolean value) {
        first().connection().setReading(value);
        quic.eventLoop().execute(() -> {
            reading = value;
            incoming.forEach(lane -> lane.connection().setReading(value));
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
            int count = 0;
            for (int number = 1; number < QuicTransport.LANES; number++) {
                count += out[number].close() ? 1 : 0;
            }
            sayEnd(count);
            first().connection().close();
        });
    }

    /** How many lanes there were: the last of them may still be on its way when all others ended. */
    private void sayEnd(int count) {
        if (!quic.isActive()) {
            return;
        }
        quic.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInboundHandlerAdapter())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        QuicStreamChannel stream = (QuicStreamChannel) done.getNow();
                        stream.writeAndFlush(stream.alloc().directBuffer(1).writeByte(QuicTransport.END + count));
                        stream.shutdownOutput();
                    }
                });
    }

    /** Handler of the streams that this side sends on: they bring nothing. */
    ConnectionHandler outgoing() {
        return outgoing;
    }

    /** Handler of the frames of a lane. */
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

    /** Tells a lane that ended from one that was cut off. */
    private final class Whole extends ChannelInboundHandlerAdapter {
        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (!((QuicStreamChannel) context.channel()).isInputShutdown()) {
                lost(new EOFException("a lane of " + remote + " was cut off"));
            }
            context.fireChannelInactive();
        }
    }
}
