package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams of a QUIC connection (RFC 9221). The first byte of each is its kind. Frames that arrive before a handler is
 * set are dropped. Used on the connection's event loop; sending is thread-safe.
 */
final class QuicDatagrams extends CloseNote {
    private static final int FIRST_PATH = 0;

    private final QuicChannel quic;
    private volatile int most;
    private volatile long roundTrip;
    private @Nullable ConnectionHandler handler;
    private @Nullable ProofHandler proofs;

    /** Handler for answers to {@link #ask}. */
    interface ProofHandler {
        void onProof(QuicDatagrams of, long nonce);
    }

    QuicDatagrams(QuicChannel quic) {
        this.quic = quic;
    }

    /** Returns a connection with the given frames and these datagrams. */
    Connection beside(Connection frames) {
        return new WithDatagrams(frames);
    }

    /**
     * Sets the handler for answers to {@link #ask}, called on the event loop. Without one, this side answers questions.
     */
    void onProof(ProofHandler to) {
        proofs = to;
    }

    /** Asks the peer to prove that it receives; the question may be lost. Called on the event loop. */
    void ask(long nonce) {
        send(QuicTransport.QUESTION, nonce);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it may be lost
    private void send(byte kind, long nonce) {
        if (areTaken()) {
            quic.writeAndFlush(
                    quic.alloc().directBuffer(1 + Long.BYTES).writeByte(kind).writeLong(nonce));
        }
    }

    /** Delivers frames to the handler from now on. */
    void handTo(ConnectionHandler to) {
        handler = to;
    }

    /** Returns the last measured round trip in nanoseconds, 0 if there is none, and starts another measurement. */
    @SuppressWarnings("FutureReturnValueIgnored") // without a figure the one before stands
    long roundTripNanos() {
        quic.collectPathStats(FIRST_PATH).addListener(known -> {
            if (known.isSuccess()) {
                roundTrip = ((QuicConnectionPathStats) known.getNow()).rtt();
            }
        });
        return roundTrip;
    }

    /** Returns whether the peer accepts datagrams. */
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
        byte kind = datagram.isReadable() ? datagram.readByte() : QuicTransport.PROBE;
        if (to != null && kind == QuicTransport.FRAMES) {
            to.onDatagram(datagram);
            return;
        }
        if (datagram.readableBytes() == Long.BYTES) {
            onNonce(kind, datagram.readLong());
        }
        datagram.release();
    }

    private void onNonce(byte kind, long nonce) {
        if (kind == QuicTransport.QUESTION && proofs == null) {
            send(QuicTransport.PROOF, nonce);
        } else if (kind == QuicTransport.PROOF && proofs != null) {
            proofs.onProof(this, nonce);
        }
    }

    /** A connection with its frames and datagrams. */
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
        public long roundTripNanos() {
            return QuicDatagrams.this.roundTripNanos();
        }

        @Override
        public void send(ByteBuf frame) {
            frames.send(frame);
        }

        @Override
        public void send(ByteBuf frame, int track) {
            frames.send(frame, track);
        }

        @Override
        public int tracks() {
            return frames.tracks();
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
        public boolean isWritable(int track) {
            return frames.isWritable(track);
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
