package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.transport.stream.ContainerSocket;
import io.undertow.server.ServerConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;
import org.xnio.conduits.ConduitStreamSinkChannel;
import org.xnio.conduits.ConduitStreamSourceChannel;

/**
 * A connection of Undertow, behind its TLS, once it is no longer one of HTTP. It is read by Undertow's own thread for its I/O. Behind TLS that
 * one writes too, since what encrypts may not be used by two threads at a time.
 */
final class UndertowSocket implements ContainerSocket {
    private final StreamConnection connection;
    private final ConduitStreamSourceChannel source;
    private final ConduitStreamSinkChannel sink;
    private final Executor writer;
    private final PendingWrite writing = new PendingWrite();
    private final LateSignals signals = new LateSignals();
    /** What the network did not take yet; of whoever writes. */
    private volatile @Nullable ByteBuffer left;

    UndertowSocket(StreamConnection connection, boolean secure) {
        this.connection = connection;
        this.source = connection.getSourceChannel();
        this.sink = connection.getSinkChannel();
        this.writer = secure ? this::onItsThread : Runnable::run;
    }

    /** On the thread for its I/O. */
    void start(ServerConnection known, Function<ContainerSocket, Signals> acceptor) {
        signals.acceptBy(acceptor, this);
        // Undertow has the listener of the connection itself.
        known.addCloseListener(closed -> signals.ended());
        source.setReadListener(readable -> {
            readable.suspendReads();
            signals.readable();
        });
        sink.setWriteListener(writable -> {
            writable.suspendWrites();
            writeOn();
        });
        onItsThread(signals::readable);
    }

    @Override
    public int read(ByteBuf into) throws IOException {
        int read = source.read(into.nioBuffer(into.writerIndex(), into.writableBytes()));
        if (read > 0) {
            into.writerIndex(into.writerIndex() + read);
        } else if (read == 0) {
            source.resumeReads();
        }
        return read;
    }

    @Override
    public void resume(Runnable read) {
        onItsThread(read);
    }

    @Override
    public boolean isReady() {
        return writing.isOver();
    }

    @Override
    public void write(byte[] bytes) {
        writing.begin();
        left = ByteBuffer.wrap(bytes);
        writer.execute(this::writeOn);
    }

    private void writeOn() {
        ByteBuffer bytes = left;
        try {
            int taken = 1;
            while (bytes != null && bytes.hasRemaining() && taken > 0) {
                taken = sink.write(bytes);
            }
            if (taken == 0 || !sink.flush()) {
                left = bytes;
                sink.resumeWrites();
                return;
            }
        } catch (IOException e) {
            signals.failed(e);
            return;
        }
        left = null;
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
        onItsThread(() -> IoUtils.safeClose(connection));
    }

    private void onItsThread(Runnable task) {
        try {
            connection.getIoThread().execute(task);
        } catch (RejectedExecutionException e) {
            // The server is down, and its connections with it.
            IoUtils.safeClose(connection);
        }
    }
}
