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

/** A track that this side sends on: a unidirectional stream that is opened with its first frame. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes the connection
final class SendingTrack {
    private final QuicChannel quic;
    private final int number;
    private final MultiStreamConnection tracks;
    /** Guarded by this, like all mutable fields. */
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(0);

    private long waitingBytes;
    private boolean asked;
    private boolean closed;
    private @Nullable FramedChannel stream;

    SendingTrack(QuicChannel quic, int number, MultiStreamConnection tracks) {
        this.quic = quic;
        this.number = number;
        this.tracks = tracks;
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
                ? waitingBytes < FramedChannel.TRACK_MARK
                : stream.connection().isWritable();
    }

    /** Finishes the track after the sent frames; returns whether it was opened. */
    synchronized boolean close() {
        closed = true;
        if (stream != null) {
            stream.connection().close();
        }
        return asked;
    }

    /** Drops waiting frames after the connection was closed. */
    synchronized void drop() {
        closed = true;
        waiting.forEach(ByteBuf::release);
        waiting.clear();
    }

    private void open() {
        quic.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInitializer<QuicStreamChannel>() {
                    @Override
                    protected void initChannel(QuicStreamChannel channel) {
                        tracks.watch(channel);
                        channel.pipeline().addLast(new GatheredWrites());
                    }
                })
                .addListener(done -> {
                    if (done.isSuccess()) {
                        opened((QuicStreamChannel) done.getNow());
                    } else {
                        drop();
                        tracks.lost(done.cause());
                    }
                });
    }

    private void opened(QuicStreamChannel channel) {
        if (!channel.isActive()) {
            drop(); // A handler that is added now would never be notified of the end.
            tracks.lost(new ClosedChannelException());
            return;
        }
        FramedChannel framed = FramedChannel.ofTrack(channel, tracks.remote());
        channel.write(channel.alloc().directBuffer(1).writeByte(QuicTransport.TRACK + number));
        framed.start(tracks.outgoing(), 0);
        synchronized (this) {
            stream = framed;
            waiting.forEach(framed.connection()::send);
            waiting.clear();
            framed.connection().flush();
            if (closed) {
                framed.connection().close();
            }
        }
        tracks.outgoing().onWritable();
    }
}
