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
 * A connection of Tomcat, behind its TLS, once it is no longer one of HTTP. Tomcat makes it, and calls it with its events one at a time; which
 * bytes it looks for is said by what is read here, not by Tomcat, which would go on to announce those that are left with it.
 */
public final class TomcatSocket implements InternalHttpUpgradeHandler, ContainerSocket {
    private volatile @Nullable Function<ContainerSocket, Signals> acceptor;
    private volatile @Nullable SocketWrapperBase<?> wrapper;
    private final LateSignals signals = new LateSignals();
    private volatile boolean over;

    /** Of Tomcat, by reflection. */
    public TomcatSocket() {}

    void acceptBy(Function<ContainerSocket, Signals> made) {
        acceptor = made;
    }

    @Override
    public void setSocketWrapper(SocketWrapperBase<?> given) {
        wrapper = given;
    }

    @Override
    public void init(WebConnection connection) {
        // The event by which the request came is dispatched again behind this.
        signals.acceptBy(Objects.requireNonNull(acceptor, "acceptor"), this);
    }

    @Override
    public SocketState upgradeDispatch(SocketEvent event) {
        switch (event) {
            case OPEN_READ -> signals.readable();
            case OPEN_WRITE -> signals.writable();
            case ERROR -> {
                over = true;
                IOException why = socket().getError();
                signals.failed(why == null ? new ClosedChannelException() : why);
            }
            default -> {
                over = true;
                signals.ended();
            }
        }
        return over ? SocketState.CLOSED : SocketState.ASYNC_IO;
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

    /** By an event, so that no other is under way meanwhile. */
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
        if (over || socket.isClosed()) {
            throw new ClosedChannelException();
        }
        return socket;
    }

    /** By an event as well: Tomcat may give what belongs to a closed socket to the next. */
    @Override
    public void close() {
        over = true;
        socket().processSocket(SocketEvent.DISCONNECT, true);
    }

    /** Once a second, and with a number below 0 when the connector stops. */
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
        // The request said whether it was secure.
    }

    @Override
    public void pause() {
        // A connector that takes no more connections keeps those that it has.
    }
}
