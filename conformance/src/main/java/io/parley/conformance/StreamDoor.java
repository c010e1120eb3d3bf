package io.parley.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Objects;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A listener of the stream channel, with TLS if it has a certificate. */
final class StreamDoor implements Door {
    private static final int BACKLOG = 10;

    private final @Nullable ShownCertificate certificate;
    private final ServerSocket server;

    StreamDoor(@Nullable ShownCertificate certificate) throws IOException {
        this.certificate = certificate;
        server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    @Override
    public String host() {
        return "localhost";
    }

    @Override
    public String terms() {
        String address = "<p:channel>stream</p:channel><p:address port=\"" + server.getLocalPort() + "\"/>";
        return certificate == null
                ? address + "<p:security>none</p:security>"
                : address + "<p:security>tls</p:security><p:certificate>" + certificate.fingerprint()
                        + "</p:certificate>";
    }

    @Override
    public @Nullable Line line(int millis) throws IOException {
        Socket socket = next(millis);
        if (socket == null) {
            return null;
        }
        return Line.on(certificate == null ? socket : shakenHands(socket));
    }

    /** Accepts a connection, before TLS. */
    Socket connection(int millis) throws IOException {
        Socket socket = next(millis);
        if (socket == null) {
            throw new Mismatch("a connection", "none");
        }
        return socket;
    }

    private @Nullable Socket next(int millis) throws IOException {
        server.setSoTimeout(millis);
        try {
            Socket socket = server.accept();
            socket.setSoTimeout(Visit.PATIENCE_MILLIS);
            return socket;
        } catch (SocketTimeoutException e) {
            return null;
        }
    }

    @Override
    public boolean isSought(int millis) throws IOException {
        try (Socket socket = next(millis)) {
            return socket != null;
        }
    }

    /** Returns the address that the client must connect to. */
    ListenerAddress address() {
        return new ListenerAddress(
                (InetSocketAddress) server.getLocalSocketAddress(),
                certificate == null ? "" : certificate.fingerprint());
    }

    /**
     * Performs the server's part of a TLS handshake.
     *
     * @param protocols versions of TLS; empty for the default ones
     */
    SSLSocket shakenHands(Socket socket, String... protocols) throws IOException {
        SSLSocket tls = (SSLSocket)
                Objects.requireNonNull(certificate).context().getSocketFactory().createSocket(socket, null, true);
        tls.setUseClientMode(false);
        if (protocols.length > 0) {
            tls.setEnabledProtocols(protocols);
        }
        tls.startHandshake();
        return tls;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
