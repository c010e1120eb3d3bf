package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.parley.transport.stream.FramedChannel;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A lane of a connection on which this side sends: a stream of one direction, opened with its first frame. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection
final class OutLane {
    /** Bytes that may wait for the stream to be opened. */
    private static final long MOST_WAITING = 128 * 1024;

    private final QuicChannel quic;
    private final int number;
    private final Lanes lanes;
    /** Guarded by this, as is all that changes. */
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(0);

    private long waitingBytes;
    private boolean asked;
    private boolean closed;
    private @Nullable FramedChannel stream;

    OutLane(QuicChannel quic, int number, Lanes lanes) {
        this.quic = quic;
        this.number = number;
        this.lanes = lanes;
    }

    synchronized void send(ByteBuf frame) {
        FramedChannel open = stream;
        if (open != null) {
            open.connection().send(frame);
        } else if (closed) {
            frame.release();
        } else {
            waiting.add(frame);
            waitingBytes += frame.readableBytes();
            if (!asked) {
                asked = true;
                quic.eventLoop().execute(this::open);
            }
        }
    }

    synchronized void flush() {
        if (stream != null) {
            stream.connection().flush();
        }
    }

    synchronized boolean isWritable() {
        return stream == null
                ? waitingBytes < MOST_WAITING
                : stream.connection().isWritable();
    }

    /** Ends the lane behind what was sent; returns whether there is one. */
    synchronized boolean close() {
        closed = true;
        if (stream != null) {
            stream.connection().close();
        }
        return asked;
    }

    /** Drops what waits, since the connection is gone. */
    synchronized void drop() {
        closed = true;
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }

    private void open() {
        quic.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInitializer<QuicStreamChannel>() {
                    @Override
                    protected void initChannel(QuicStreamChannel channel) {
                        lanes.watch(channel);
                        channel.pipeline().addLast(new GatheredWrites());
                    }
                })
                .addListener(done -> {
                    if (done.isSuccess()) {
                        opened((QuicStreamChannel) done.getNow());
                    } else {
                        drop();
                        lanes.lost(done.cause());
                    }
                });
    }

    private void opened(QuicStreamChannel channel) {
        if (!channel.isActive()) {
            drop(); // A reader that joined it now would never hear of its end.
            lanes.lost(new ClosedChannelException());
            return;
        }
        FramedChannel framed = FramedChannel.ofLane(channel, lanes.remote());
        channel.write(channel.alloc().directBuffer(1).writeByte(QuicTransport.LANE + number));
        framed.start(lanes.outgoing(), 0);
        synchronized (this) {
            stream = framed;
            waiting.forEach(framed.connection()::send);
            waiting.clear();
            framed.connection().flush();
            if (closed) {
                framed.connection().close();
            }
        }
        lanes.outgoing().onWritable();
    }
}
