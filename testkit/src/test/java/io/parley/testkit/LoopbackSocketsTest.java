package io.parley.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that no connection survives its listener. */
class LoopbackSocketsTest {
    private static final int ROUNDS = 300;
    private static final int PATIENCE_MILLIS = 30_000;

    @Test
    void noConnectionSurvivesTheListener() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            LoopbackSockets sockets = new LoopbackSockets();
            CompletableFuture<Void> accepting = CompletableFuture.runAsync(() -> acceptAll(sockets));
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> close(sockets));
            try (Socket client = new Socket()) {
                client.setSoTimeout(PATIENCE_MILLIS);
                assertThat(end(client, sockets.port())).isEqualTo(-1);
            }
            closing.join();
            accepting.join();
        }
    }

    @Test
    void aConnectionIsNotOpenedAfterTheClose() throws Exception {
        try (LoopbackSockets other = new LoopbackSockets()) {
            LoopbackSockets sockets = new LoopbackSockets();
            sockets.close();

            assertThatThrownBy(() ->
                            sockets.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), other.port())))
                    .isInstanceOf(SocketException.class);
        }
    }

    /**
     * Returns what the client reads; -1 if the connection was refused or has ended. It sends first: the kernel may drop
     * a connection with its listener before it was accepted, and tells the client only then.
     */
    private static int end(Socket client, int port) throws IOException {
        try {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            client.getOutputStream().write(1);
            return client.getInputStream().read();
        } catch (SocketException refusedOrReset) {
            return -1;
        }
    }

    private static void acceptAll(LoopbackSockets sockets) {
        try {
            while (true) {
                sockets.accept();
            }
        } catch (IOException closed) {
            // the end of the test
        }
    }

    private static void close(LoopbackSockets sockets) {
        try {
            sockets.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
