package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.transport.stream.ContainerSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** A connection of Jetty, behind its TLS, once it is no longer one of HTTP. */
final class JettySocket extends AbstractConnection implements Connection.UpgradeTo, ContainerSocket {
    /** Bytes that Jetty's selecting thread reads before another goes on, since it has other connections. */
    private static final int MOST_SELECTING = 256 * 1024;

    private final EndPoint end;
    /** Jetty calls it on the thread that selects: to wake another one would take longer than what is done. */
    private final Callback fillable =
            Callback.from(Invocable.InvocationType.NON_BLOCKING, this::onFillable, this::onFillInterestedFailed);

    private final Function<ContainerSocket, Signals> acceptor;
    private final AtomicBoolean readAsked = new AtomicBoolean();
    /** Bytes that Jetty read behind the request. Of whichever thread reads. */
    private ByteBuffer early = ByteBuffer.allocate(0);
    /** Bytes that the thread may read yet. Of whichever thread reads. */
    private int left = Integer.MAX_VALUE;

    private final PendingWrite writing = new PendingWrite();
    private final LateSignals signals = new LateSignals();

    JettySocket(EndPoint end, Executor executor, Function<ContainerSocket, Signals> acceptor) {
        super(end, executor);
        this.end = end;
        this.acceptor = acceptor;
    }

    @Override
    public void onUpgradeTo(ByteBuffer read) {
        early = ByteBuffer.allocate(read.remaining()).put(read).flip();
    }

    @Override
    public void onOpen() {
        super.onOpen();
        // Sessions have their own signs of life, and an end of silence.
        end.setIdleTimeout(0);
        signals.acceptBy(acceptor, this);
        signals.readable();
    }

    @Override
    public void onFillable() {
        readAsked.set(false);
        left = MOST_SELECTING;
        signals.readable();
    }

    @Override
    public void onFillInterestedFailed(Throwable why) {
        signals.failed(why);
    }

    @Override
    public boolean onIdleExpired(TimeoutException why) {
        return false;
    }

    @Override
    public void onClose(@Nullable Throwable why) {
        super.onClose(why);
        signals.ended();
    }

    /**
     * Returns Jetty's socket, unless it has TLS, a proxy's words or a path in the file system. An application that may be taken down
     * before Jetty is, and has a class loader of its own, leaves it to Jetty: the socket would keep its classes.
     */
    @Override
    public @Nullable Direct direct() {
        boolean isOfNetwork = end instanceof SocketChannelEndPoint
                && end.getClass().getClassLoader() == JettySocket.class.getClassLoader()
                && end.getRemoteSocketAddress() instanceof InetSocketAddress
                && end.getLocalSocketAddress() instanceof InetSocketAddress;
        return isOfNetwork ? new Direct(((SocketChannelEndPoint) end).getChannel(), early) : null;
    }

    @Override
    public int read(ByteBuf into) throws IOException {
        if (early.hasRemaining()) {
            int some = Math.min(early.remaining(), into.writableBytes());
            into.writeBytes(early.slice().limit(some));
            early.position(early.position() + some);
            return some;
        }
        if (left <= 0) {
            left = Integer.MAX_VALUE;
            getExecutor().execute(signals::readable);
            return 0;
        }
        // Jetty adds behind the limit.
        ByteBuffer room =
                into.nioBuffer(into.writerIndex(), into.writableBytes()).slice().limit(0);
        int read = end.fill(room);
        if (read > 0) {
            into.writerIndex(into.writerIndex() + read);
            left -= read;
        } else if (read == 0 && readAsked.compareAndSet(false, true)) {
            end.fillInterested(fillable);
        }
        return read;
    }

    @Override
    public void resume(Runnable read) {
        read.run();
    }

    @Override
    public boolean isReady() {
        return writing.isOver();
    }

    @Override
    public void write(byte[] bytes) {
        writing.begin();
        end.write(Callback.from(this::written, signals::failed), ByteBuffer.wrap(bytes));
    }

    private void written() {
        if (writing.end()) {
            signals.writable();
        }
    }

    @Override
    public void flush() {
        // What was written is on its way.
    }

    @Override
    public void close() {
        end.close();
    }
}
