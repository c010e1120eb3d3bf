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
 * Netty channel over a container's socket, so that the handlers of a stream run on it unchanged. Bytes are read by the
 * container's thread that signals them ({@link ContainerReading}) and written by the event loop. Written bytes wait in
 * the outbound buffer until the container takes them.
 */
final class ContainerChannel extends AbstractChannel implements ContainerSocket.Signals {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int MAX_PARTS = 256;
    /** Time in which a closed channel may still send what was written. */
    private static final long LEAVE_MILLIS = 1_000;

    private final ContainerSocket socket;
    private final Named remote;
    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final ContainerReading reading;
    private volatile boolean open = true;
    private boolean flushOwed;
    private boolean closing;
    private boolean socketClosed;

    ContainerChannel(ContainerSocket socket, String remote) {
        super(null);
        this.socket = socket;
        this.remote = new Named(remote);
        this.reading = new ContainerReading(this, socket);
        config.setAutoRead(false);
    }

    /** Address of a peer that only the container knows more of. */
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
            eventLoop().execute(this::resumeWriting);
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

    /** Starts reading, once the pipeline is complete. On the event loop. */
    void start() {
        reading.start();
        resumeWriting();
    }

    private void resumeWriting() {
        if (closing) {
            closeWhenWritten();
        } else {
            ((Own) unsafe()).flushMore();
        }
    }

    @Override
    protected void doBeginRead() {
        reading.resume();
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

    /** Copies the next bytes to a new array: a written array must not change until the socket is ready again. */
    private static byte[] piece(ChannelOutboundBuffer out) {
        ByteBuffer[] parts = out.nioBuffers(MAX_PARTS, PIECE_BYTES);
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
        closing = true;
        reading.stop();
        closeWhenWritten();
        if (!socketClosed && isRegistered()) {
            var unused = eventLoop().schedule(this::end, LEAVE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Closes the socket after the written bytes, which may still be on their way to the network. */
    private void closeWhenWritten() {
        try {
            flushOwed();
            if (!flushOwed && socket.isReady()) {
                end();
            }
        } catch (IOException | RuntimeException e) {
            end(); // already closed by the peer
        }
    }

    private void end() {
        if (!socketClosed) {
            socketClosed = true;
            socket.close();
        }
    }

    /** Returns true once this side closed the channel and reads no more. */
    boolean isClosed() {
        return !open;
    }

    /** Closes the channel at the end of input. On the event loop. */
    void closeAtEndOfInput() {
        unsafe().close(unsafe().voidPromise());
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new Own();
    }

    private final class Own extends AbstractUnsafe {
        @Override
        public void connect(SocketAddress to, SocketAddress from, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("the channel is already connected"));
        }

        /** Writes what an earlier flush could not. */
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
        throw new UnsupportedOperationException("the channel is already connected");
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
