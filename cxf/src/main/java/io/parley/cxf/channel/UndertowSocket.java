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
 * Connection of Undertow after its upgrade, behind its TLS. It is read on Undertow's I/O thread. With TLS it is written
 * there too, because the TLS engine is confined to one thread.
 */
final class UndertowSocket implements ContainerSocket {
    private final StreamConnection connection;
    private final ConduitStreamSourceChannel source;
    private final ConduitStreamSinkChannel sink;
    private final Executor writer;
    private final PendingWrite writing = new PendingWrite();
    private final SignalForwarder signals = new SignalForwarder();
    /** Bytes not yet written to the network. Confined to the writing thread. */
    private volatile @Nullable ByteBuffer unwritten;

    UndertowSocket(StreamConnection connection, boolean secure) {
        this.connection = connection;
        this.source = connection.getSourceChannel();
        this.sink = connection.getSinkChannel();
        this.writer = secure ? this::onIoThread : Runnable::run;
    }

    /** Starts to deliver signals; called on the I/O thread. */
    void start(ServerConnection known, Function<ContainerSocket, Signals> acceptor) {
        signals.acceptBy(acceptor, this);
        // Undertow occupies the connection's own close listener.
        known.addCloseListener(closed -> signals.ended());
        source.setReadListener(readable -> {
            readable.suspendReads();
            signals.readable();
        });
        sink.setWriteListener(writable -> {
            writable.suspendWrites();
            continueWrite();
        });
        onIoThread(signals::readable);
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
        onIoThread(read);
    }

    @Override
    public boolean isReady() {
        return writing.isOver();
    }

    @Override
    public void write(byte[] bytes) {
        writing.begin();
        unwritten = ByteBuffer.wrap(bytes);
        writer.execute(this::continueWrite);
    }

    private void continueWrite() {
        ByteBuffer bytes = unwritten;
        try {
            int taken = 1;
            while (bytes != null && bytes.hasRemaining() && taken > 0) {
                taken = sink.write(bytes);
            }
            if (taken == 0 || !sink.flush()) {
                unwritten = bytes;
                sink.resumeWrites();
                return;
            }
        } catch (IOException e) {
            signals.failed(e);
            return;
        }
        unwritten = null;
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
        onIoThread(() -> IoUtils.safeClose(connection));
    }

    private void onIoThread(Runnable task) {
        try {
            connection.getIoThread().execute(task);
        } catch (RejectedExecutionException e) {
            // The server is stopped, and its connections are closed.
            IoUtils.safeClose(connection);
        }
    }
}
