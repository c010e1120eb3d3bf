package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * A container's socket as a channel of an event loop, so that all that is above a stream's socket is above this one, unchanged. Bytes are read
 * by the container's thread that was told of them ({@link ContainerReading}); they are written by the event loop. What leaves the channel
 * waits in its outbound buffer until the container takes it.
 */
final class ContainerChannel extends AbstractChannel implements ContainerSocket.Signals {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int MOST_PARTS = 256;
    /** For what was written to leave, once the channel is closed. */
    private static final long LEAVE_MILLIS = 1_000;

    private final ContainerSocket socket;
    private final Named remote;
    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final ContainerReading reading;
    private volatile boolean open = true;
    private boolean flushOwed;
    private boolean leaving;
    private boolean left;

    ContainerChannel(ContainerSocket socket, String remote) {
        super(null);
        this.socket = socket;
        this.remote = new Named(remote);
        this.reading = new ContainerReading(this, socket);
        config.setAutoRead(false);
    }

    /** A peer that only its container knows more of. */
    private static final class Named extends SocketAddress {
        private static final long serialVersionUID = 1L;

        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Override
    public void readable() {
        reading.run();
    }

    @Override
    public void writable() {
        if (isRegistered()) {
            eventLoop().execute(this::goOn);
        }
    }

    @Override
    public void ended() {
        reading.end(null);
    }

    @Override
    public void failed(Throwable why) {
        reading.end(why);
    }

    /** The pipeline stands: what comes is handed to it. On the event loop. */
    void start() {
        config.setAutoRead(true);
        reading.start();
        goOn();
    }

    private void goOn() {
        if (leaving) {
            leave();
        } else {
            ((Own) unsafe()).flushMore();
        }
    }

    @Override
    protected void doBeginRead() {
        reading.wanted();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer out) throws Exception {
        while (!out.isEmpty()) {
            if (!socket.isReady()) {
                return;
            }
            byte[] piece = piece(out);
            if (piece.length > 0) {
                socket.write(piece);
                flushOwed = true;
            }
            out.removeBytes(piece.length);
            removeEmpty(out);
        }
        flushOwed();
    }

    /** In an array of its own: one that is written may not be changed until the socket is ready again. */
    private static byte[] piece(ChannelOutboundBuffer out) {
        ByteBuffer[] parts = out.nioBuffers(MOST_PARTS, PIECE_BYTES);
        int count = out.nioBufferCount();
        long length = 0;
        for (int i = 0; i < count; i++) {
            length += parts[i].remaining();
        }
        byte[] piece = new byte[(int) Math.min(PIECE_BYTES, length)];
        int filled = 0;
        for (int i = 0; i < count && filled < piece.length; i++) {
            int some = Math.min(parts[i].remaining(), piece.length - filled);
            parts[i].get(piece, filled, some);
            filled += some;
        }
        return piece;
    }

    private static void removeEmpty(ChannelOutboundBuffer out) {
        while (out.current() instanceof ByteBuf first && !first.isReadable()) {
            out.remove();
        }
    }

    private void flushOwed() throws IOException {
        if (flushOwed && socket.isReady()) {
            flushOwed = false;
            socket.flush();
        }
    }

    @Override
    protected void doClose() {
        if (!open) {
            return;
        }
        open = false;
        leaving = true;
        reading.stop();
        leave();
        if (!left && isRegistered()) {
            var unused = eventLoop().schedule(this::end, LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Closes the socket behind what was written, which may still be on its way to the network. */
    private void leave() {
        try {
            flushOwed();
            if (!flushOwed && socket.isReady()) {
                end();
            }
        } catch (IOException | RuntimeException e) {
            end(); // it is gone already
        }
    }

    private void end() {
        if (!left) {
            left = true;
            socket.close();
        }
    }

    /** Of those that the container reads and this side takes no more of. */
    boolean isOver() {
        return !open;
    }

    /** There is nothing more to come. On the event loop. */
    void closeBehind() {
        unsafe().close(unsafe().voidPromise());
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new Own();
    }

    private final class Own extends AbstractUnsafe {
        @Override
        public void connect(SocketAddress to, SocketAddress from, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("it is connected"));
        }

        /** Goes on with what was flushed before. */
        void flushMore() {
            flush0();
            try {
                flushOwed();
            } catch (IOException | RuntimeException e) {
                pipeline().fireExceptionCaught(e);
                close(voidPromise());
            }
        }
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected SocketAddress localAddress0() {
        return remote;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return remote;
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("it is connected");
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return open;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }
}
