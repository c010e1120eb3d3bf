package io.parley.cxf.channel;

import io.netty.buffer.ByteBuf;
import io.parley.transport.stream.ContainerSocket;
import jakarta.servlet.http.WebConnection;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.function.Function;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SSLSupport;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Connection of Tomcat after its upgrade, behind its TLS. Created by Tomcat, which delivers its events one at a time.
 * Interest in reading is registered here and not by Tomcat, which would keep signalling bytes that it still buffers.
 */
public final class TomcatSocket implements InternalHttpUpgradeHandler, ContainerSocket {
    private volatile @Nullable Function<ContainerSocket, Signals> acceptor;
    private volatile @Nullable SocketWrapperBase<?> wrapper;
    private final SignalForwarder signals = new SignalForwarder();
    private volatile boolean ended;

    /** Creates the handler; called by Tomcat by reflection. */
    public TomcatSocket() {}

    void acceptBy(Function<ContainerSocket, Signals> given) {
        acceptor = given;
    }

    @Override
    public void setSocketWrapper(SocketWrapperBase<?> given) {
        wrapper = given;
    }

    @Override
    public void init(WebConnection connection) {
        // Tomcat dispatches the request's event again after this method.
        signals.acceptBy(Objects.requireNonNull(acceptor, "acceptor"), this);
    }

    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        switch (event) {
            case OPEN_READ -> signals.readable();
            case OPEN_WRITE -> signals.writable();
            case ERROR -> {
                ended = true;
                IOException why = socket().getError();
                signals.failed(why == null ? new ClosedChannelException() : why);
            }
            default -> {
                ended = true;
                signals.ended();
            }
        }
        return ended ? SocketState.CLOSED : SocketState.ASYNC_IO;
    }

    private SocketWrapperBase<?> socket() {
        return Objects.requireNonNull(wrapper, "wrapper");
    }

    @Override
    public int read(ByteBuf into) throws IOException {
        SocketWrapperBase<?> socket = socket();
        ByteBuffer room = into.nioBuffer(into.writerIndex(), into.writableBytes());
        int read;
        try {
            read = socket.read(false, room);
        } catch (EOFException e) {
            return -1;
        }
        if (read > 0) {
            into.writerIndex(into.writerIndex() + read);
        } else if (read == 0) {
            socket.registerReadInterest();
        }
        return read;
    }

    /** Resumes reading by an event, so that no other event is being handled meanwhile. */
    @Override
    public void resume(Runnable read) {
        socket().processSocket(SocketEvent.OPEN_READ, true);
    }

    @Override
    public boolean isReady() throws IOException {
        SocketWrapperBase<?> socket = open();
        if (socket.flush(false)) {
            socket.registerWriteInterest();
            return false;
        }
        return true;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        open().write(false, ByteBuffer.wrap(bytes));
    }

    @Override
    public void flush() throws IOException {
        if (open().flush(false)) {
            socket().registerWriteInterest();
        }
    }

    private SocketWrapperBase<?> open() throws IOException {
        SocketWrapperBase<?> socket = socket();
        if (ended || socket.isClosed()) {
            throw new ClosedChannelException();
        }
        return socket;
    }

    /** Closes by an event as well: Tomcat may reuse the objects of a closed socket for the next one. */
    @Override
    public void close() {
        ended = true;
        socket().processSocket(SocketEvent.DISCONNECT, true);
    }

    /** Called once a second, and with a negative number when the connector stops. */
    @Override
    public void timeoutAsync(long now) {
        if (now < 0 || socket().isClosed()) {
            signals.ended();
        }
    }

    @Override
    public void destroy() {
        signals.ended();
    }

    @Override
    public void setSslSupport(SSLSupport support) {
        // The request already told whether it is secure.
    }

    @Override
    public void pause() {
        // A connector that stops accepting keeps its open connections.
    }
}
