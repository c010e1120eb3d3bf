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

/** Connection of Jetty after its upgrade, behind its TLS. */
final class JettySocket extends AbstractConnection implements Connection.UpgradeTo, ContainerSocket {
    /** Bytes read on Jetty's selector thread before it serves other connections. */
    private static final int SELECTOR_BYTES = 256 * 1024;

    private final EndPoint end;
    /** Runs on the selector thread: a hand-over to another thread would take longer than the work. */
    private final Callback fillable =
            Callback.from(Invocable.InvocationType.NON_BLOCKING, this::onFillable, this::onFillInterestedFailed);

    private final Function<ContainerSocket, Signals> acceptor;
    private final AtomicBoolean readPending = new AtomicBoolean();
    /** Bytes that Jetty read after the request. Confined to the reading thread. */
    private ByteBuffer early = ByteBuffer.allocate(0);
    /** Bytes that the current thread may still read. Confined to the reading thread. */
    private int allowance = Integer.MAX_VALUE;

    private final PendingWrite writing = new PendingWrite();
    private final SignalForwarder signals = new SignalForwarder();

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
        // Sessions have heartbeats and idle limits of their own.
        end.setIdleTimeout(0);
        signals.acceptBy(acceptor, this);
        signals.readable();
    }

    @Override
    public void onFillable() {
        readPending.set(false);
        allowance = SELECTOR_BYTES;
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
     * Returns Jetty's socket for direct use, unless the connection has TLS, a proxy protocol header or a Unix domain
     * path. If Jetty has another class loader than this class, the socket stays with Jetty, since it would keep the
     * application's classes alive after an undeployment.
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
        if (allowance <= 0) {
            allowance = Integer.MAX_VALUE;
            getExecutor().execute(signals::readable);
            return 0;
        }
        // Jetty appends after the buffer's limit.
        ByteBuffer room =
                into.nioBuffer(into.writerIndex(), into.writableBytes()).slice().limit(0);
        int read = end.fill(room);
        if (read > 0) {
            into.writerIndex(into.writerIndex() + read);
            allowance -= read;
        } else if (read == 0 && readPending.compareAndSet(false, true)) {
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
        // Writes are sent at once.
    }

    @Override
    public void close() {
        end.close();
    }
}
