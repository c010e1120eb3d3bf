package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.io.EOFException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connection over TCP, over a WebSocket, or over a socket that a container handed over, with its reader, its writer and
 * the cause of its end (the HHFR paper, section 4.3). Thread-safe.
 *
 * <p>Closing sends what is queued, then shuts down the output and goes on reading until the peer shuts down its own:
 * closing a socket with unread bytes resets it, and the reset would overtake the last frames. This side does not wait
 * for a peer that is not accepted yet.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes the channel, and its reader reports it
final class StreamConnection implements Connection {
    private static final long CLOSE_MILLIS = 1_000;

    private final Channel channel;
    private final String remote;
    private final ReadSizes readSizes;
    private final StreamWriter writer;
    private final Consumer<StreamConnection> onAccepted;
    private final boolean secure;
    /** WebSocket framing between this connection and its socket; null for a plain stream. */
    private final @Nullable WebSocketCodec webSocket;

    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean accepted;
    private volatile @Nullable Throwable cause;
    private volatile @Nullable StreamReader reader;

    /**
     * Creates a connection on a channel.
     *
     * @param accepted true if it counts as accepted from the start, as on the connecting side
     * @param onAccepted called once when the connection is accepted, if it was not from the start
     * @param secure true if TLS is the first of the channel's handlers
     * @param webSocket null for a plain stream
     */
    StreamConnection(
            Channel channel,
            String remote,
            boolean accepted,
            Consumer<StreamConnection> onAccepted,
            boolean secure,
            @Nullable WebSocketCodec webSocket) {
        this.channel = channel;
        this.remote = remote;
        this.accepted = accepted;
        this.onAccepted = onAccepted;
        this.secure = secure;
        this.webSocket = webSocket;
        this.readSizes = new ReadSizes(accepted);
        this.writer = new StreamWriter(channel);
        channel.config().setRecvByteBufAllocator(readSizes);
    }

    /** Adds the reader to the channel's pipeline; from then on the handler is called. */
    void start(ConnectionHandler handler, long minimumRate) {
        StreamReader starting = new StreamReader(this, handler, minimumRate);
        writer.setHandler(handler);
        reader = starting;
        if (webSocket != null) {
            channel.pipeline().addLast(webSocket);
        }
        channel.pipeline().addLast(starting);
    }

    @Override
    public void send(ByteBuf frame) {
        writer.send(frame);
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public boolean isWritable() {
        return writer.isWritable();
    }

    @Override
    public void setReading(boolean value) {
        if (closing.get()) {
            return;
        }
        StreamReader started = reader; // null if this is stopped before it starts
        if (started != null && value && !channel.config().isAutoRead()) {
            channel.eventLoop().execute(started::restartRate);
        }
        channel.config().setAutoRead(value);
    }

    @Override
    public boolean isSilent() {
        StreamReader started = reader;
        return started == null || started.isSilent();
    }

    @Override
    public void markAccepted() {
        if (!accepted) {
            accepted = true;
            readSizes.accept();
            onAccepted.accept(this);
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public boolean isSecure() {
        return secure;
    }

    @Override
    public void close() {
        if (closing.compareAndSet(false, true)) {
            writer.stop();
            if (channel.isOpen()) {
                channel.eventLoop().execute(this::finish);
            }
        }
    }

    /** Closes at once, and passes the cause to the handler unless this side is closing already. */
    void abort(Throwable why) {
        if (cause == null && !closing.get()) {
            cause = why;
        }
        closing.set(true);
        writer.stop();
        channel.close();
    }

    /** Marks the channel as closed. */
    void markClosed() {
        closing.set(true);
        writer.stop();
    }

    boolean isAccepted() {
        return accepted;
    }

    boolean isClosing() {
        return closing.get();
    }

    StreamWriter writer() {
        return writer;
    }

    Channel channel() {
        return channel;
    }

    /** Marks the connection as refused: received bytes are not a frame. */
    void markRefused() {
        if (webSocket != null) {
            webSocket.refuse();
        }
    }

    /**
     * Returns why the closed channel did not end in order; null if it did.
     *
     * @param inFrame true if it ended within a frame
     */
    @Nullable
    Throwable disorder(boolean inFrame) {
        if (cause != null || closing.get()) {
            return cause;
        }
        String how = webSocket == null ? null : webSocket.disorder();
        if (how == null && inFrame) {
            how = "ended in the middle of a frame";
        }
        return how == null ? null : new EOFException("the connection with " + remote + " " + how);
    }

    private void finish() {
        channel.eventLoop().schedule(() -> channel.close(), CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        writer.drainAll().addListener(out -> {
            if (accepted && out.isSuccess()) {
                channel.config().setAutoRead(true);
                endOutput();
            } else if (webSocket != null && out.isSuccess()) {
                webSocket.sendClose().addListener(ChannelFutureListener.CLOSE);
            } else {
                channel.close();
            }
        });
    }

    /**
     * Ends the output; with TLS by a close_notify, so that an attacker cannot cut the connection unnoticed (RFC 8446,
     * section 6.1).
     */
    private void endOutput() {
        if (webSocket != null) {
            webSocket.sendClose().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
            return;
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        ChannelFuture said = tls == null ? channel.newSucceededFuture() : tls.closeOutbound();
        DuplexChannel halves = (DuplexChannel) channel;
        said.addListener(done -> halves.shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE));
    }

    @Override
    public String toString() {
        return "stream connection with " + remote;
    }
}
