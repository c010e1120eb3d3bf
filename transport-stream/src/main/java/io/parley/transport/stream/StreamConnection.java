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
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A TCP connection, or a WebSocket on one or on what a container has of one, and all that belongs to it: its reader, its writer, and what is known of its end (the HHFR paper, 4.3).
 * Thread-safe.
 *
 * <p>Closing lets the queue go out, then ends the sending direction and goes on reading until the peer ends its own:
 * a socket closed with unread bytes in it is reset, and the reset would overtake the last frames. A peer that is not
 * accepted yet is not waited for.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails here closes the channel, and its reader tells
final class StreamConnection implements Connection {
    private static final long CLOSE_MILLIS = 1_000;

    private final Channel channel;
    private final String remote;
    private final ReadSizes readSizes;
    private final StreamWriter writer;
    private final Consumer<StreamConnection> onAccepted;
    private final boolean secure;
    /** WebSocket framing between this connection and its socket; null if there is none. */
    private final @Nullable WebSocketCodec webSocket;

    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean accepted;
    private volatile @Nullable Throwable cause;
    private @Nullable StreamReader reader;

    /**
     * @param accepted whether it counts as accepted from the start, as on the connecting side
     * @param onAccepted told once, if it was not
     * @param secure whether TLS is the first of the channel's handlers
     * @param webSocket null for a stream
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

    /** Puts the reader into the channel's pipeline; from then on the handler is called. */
    void start(ConnectionHandler handler, long minimumRate) {
        StreamReader starting = new StreamReader(this, handler, minimumRate);
        writer.tell(handler);
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
    public void setReading(boolean reading) {
        if (closing.get()) {
            return;
        }
        if (reading && !channel.config().isAutoRead()) {
            channel.eventLoop().execute(Objects.requireNonNull(reader)::restartRate);
        }
        channel.config().setAutoRead(reading);
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

    /** Closes at once, and tells the handler why. */
    void abort(Throwable why) {
        if (cause == null && !closing.get()) {
            cause = why;
        }
        closing.set(true);
        writer.stop();
        channel.close();
    }

    /** The channel is gone. */
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

    /** Marks the connection as refused: received bytes are no frame. */
    void markRefused() {
        if (webSocket != null) {
            webSocket.refuse();
        }
    }

    /**
     * Returns the reason why the channel, which is gone, did not end in order; null if it did.
     *
     * @param inFrame whether it ended within a frame
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
                webSocket.sayClose().addListener(ChannelFutureListener.CLOSE);
            } else {
                channel.close();
            }
        });
    }

    /** TLS says that this was the end, so that nobody else can end it unnoticed (RFC 8446, 6.1). */
    private void endOutput() {
        if (webSocket != null) {
            webSocket.sayClose().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
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
