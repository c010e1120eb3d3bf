package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams of a QUIC connection (RFC 9221), whose first byte says what is in them: nothing, or a frame. What comes before there is a
 * handler is dropped. Lives on the connection's event loop; sending is thread-safe.
 */
final class QuicDatagrams extends CloseNote {
    private final QuicChannel quic;
    private volatile int most;
    private @Nullable ConnectionHandler handler;

    QuicDatagrams(QuicChannel quic) {
        this.quic = quic;
    }

    /** Returns a connection that has these datagrams beside its frames. */
    Connection beside(Connection frames) {
        return new WithDatagrams(frames);
    }

    /** Hands frames to that handler from now on. */
    void handTo(ConnectionHandler to) {
        handler = to;
    }

    /** Returns whether the peer takes datagrams. */
    boolean areTaken() {
        return most > 0;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof QuicDatagramExtensionEvent taken) {
            most = taken.maxLength();
        }
        super.userEventTriggered(context, event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf datagram)) {
            context.fireChannelRead(message);
            return;
        }
        ConnectionHandler to = handler;
        if (to != null && datagram.isReadable() && datagram.readByte() == QuicTransport.FRAMES) {
            to.onDatagram(datagram);
        } else {
            datagram.release();
        }
    }

    /** The ordered frames of a connection, and its datagrams. */
    private final class WithDatagrams implements Connection {
        private final Connection frames;

        WithDatagrams(Connection frames) {
            this.frames = frames;
        }

        @Override
        public int datagramBytes() {
            return Math.max(0, most - 1);
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // it may be lost
        public void sendDatagram(ByteBuf frame) {
            ByteBuf datagram = quic.alloc().directBuffer(1 + frame.readableBytes());
            datagram.writeByte(QuicTransport.FRAMES).writeBytes(frame);
            frame.release();
            quic.writeAndFlush(datagram);
        }

        @Override
        public void send(ByteBuf frame) {
            frames.send(frame);
        }

        @Override
        public void flush() {
            frames.flush();
        }

        @Override
        public boolean isWritable() {
            return frames.isWritable();
        }

        @Override
        public void setReading(boolean reading) {
            frames.setReading(reading);
        }

        @Override
        public void markAccepted() {
            frames.markAccepted();
        }

        @Override
        public String remote() {
            return frames.remote();
        }

        @Override
        public boolean isSecure() {
            return frames.isSecure();
        }

        @Override
        public void close() {
            frames.close();
        }

        @Override
        public String toString() {
            return frames.toString();
        }
    }
}
