package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.Connection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests frames over TCP on loopback, with every transport that works on this machine. */
class StreamChannelTest {

    @Test
    void theProviderIsFound() {
        assertThat(ServiceLoader.load(ChannelProvider.class))
                .anySatisfy(provider -> assertThat(provider.traits().name()).isEqualTo("stream"));
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void framesOfAllSizesArriveWholeAndInOrder(Transport transport) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Loopback loopback = Loopback.on(transport)) {
            Peer client = loopback.connect(loopback.listen());
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            byte[][] sent = new byte[200][];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = new byte[size(random)];
                random.nextBytes(sent[i]);
                client.connection().send(Peer.frame(sent[i]));
                if (random.nextInt(4) == 0) {
                    client.connection().flush();
                }
            }
            client.connection().flush();

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == sent.length);
            for (int i = 0; i < sent.length; i++) {
                assertThat(server.frames.get(i))
                        .as("frame %d, seed %d", i, seed)
                        .isEqualTo(sent[i]);
            }
            assertThat(server.overlapped).isNotCompleted();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void framesCutAnywhereArePutTogether(Transport transport) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Loopback loopback = Loopback.on(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            byte[][] frames = {new byte[0], new byte[1], new byte[700], new byte[0], new byte[3000], new byte[5]};
            byte[] all = concatenated(random, frames);
            OutputStream out = socket.getOutputStream();
            for (int at = 0; at < all.length; ) {
                int step = Math.min(all.length - at, at < 40 ? 1 : 1 + random.nextInt(400));
                out.write(all, at, step);
                at += step;
            }
            Peer server = loopback.nextAccepted();

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == frames.length);
            for (int i = 0; i < frames.length; i++) {
                assertThat(server.frames.get(i))
                        .as("frame %d, seed %d", i, seed)
                        .isEqualTo(frames[i]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void smallFramesShareAWrite(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Peer client = loopback.connect(loopback.listen());
            Peer server = loopback.nextAccepted();
            AtomicInteger flushes = countFlushes(client.connection());
            for (int i = 0; i < 1000; i++) {
                client.connection().send(Peer.frame(20));
            }
            client.connection().flush();

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == 1000);
            assertThat(flushes.get()).isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aSenderThatAsksIsHeldBackWhileNobodyReads(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Peer client = loopback.connect(loopback.listen());
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            server.connection().setReading(false);
            int sent = fill(client.connection());
            assertThat(loopback.allocator.used()).isLessThan(4 << 20);
            int told = client.writable.get();

            server.connection().setReading(true);

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == sent);
            await().atMost(Loopback.PATIENCE).until(() -> client.writable.get() > told);
            assertThat(client.connection().isWritable()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void whatWasQueuedGoesOutBeforeTheConnectionCloses(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Peer client = loopback.connect(loopback.listen());
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            for (int i = 0; i < 50; i++) {
                client.connection().send(Peer.frame(100_000));
            }
            client.connection().close();
            client.connection().send(Peer.frame(1));

            assertThat(server.closed.get(60, TimeUnit.SECONDS)).isNull();
            assertThat(server.frames).hasSize(50);
            assertThat(client.closed.get(60, TimeUnit.SECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void theLastFramesAreNotOvertakenByAReset(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            server.connection().setReading(false);
            // With unread bytes in the server's socket, a plain close would send a reset.
            new DataOutputStream(socket.getOutputStream()).write(new byte[200_000]);
            server.connection().send(Peer.frame(new byte[] {1, 2, 3}));
            server.connection().close();

            DataInputStream in = new DataInputStream(socket.getInputStream());
            assertThat(in.readInt()).isEqualTo(3);
            assertThat(in.readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(in.read()).isEqualTo(-1);
            socket.close();
            assertThat(server.closed.get(60, TimeUnit.SECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aCloseDoesNotWaitForAPeerThatDoesNotRead(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.onStoppedClock(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            assertThat(socket.isConnected()).isTrue();
            Peer server = loopback.nextAccepted();
            server.connection().markAccepted();
            fill(server.connection());
            server.connection().close();
            loopback.advance(Duration.ZERO);
            loopback.advance(Duration.ofMillis(900));
            assertThat(server.closed).isNotDone();

            loopback.advance(Duration.ofMillis(200));

            assertThat(server.closed.get(60, TimeUnit.SECONDS)).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aConnectionThatEndsInsideAFrameSaysSo(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Socket socket = loopback.rawSocket(loopback.listen());
            socket.getOutputStream().write(new byte[] {0, 0, 0, 9, 1, 2});
            Peer server = loopback.nextAccepted();
            await().atMost(Loopback.PATIENCE).until(() -> server.reads.get() > 0);
            socket.close();

            assertThat(server.closed.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining("in the middle of a frame");
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void aResetIsTheCauseOfTheEnd(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Socket socket = loopback.rawSocket(loopback.listen());
            Peer server = loopback.nextAccepted();
            socket.setSoLinger(true, 0);
            socket.close();

            assertThat(server.closed.get(60, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            server.connection().send(Peer.frame(10));
            server.connection().flush();
            server.connection().close();
            assertThat(server.overlapped).isNotCompleted();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void afterARefusalNothingMoreIsRead(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport);
                Socket socket = loopback.rawSocket(loopback.listen())) {
            socket.getOutputStream().write(new byte[] {0x7F, 0, 0, 0, 0, 0, 0, 0});
            Peer server = loopback.nextAccepted();

            assertThat(server.refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("MALFORMED_FRAME");
            assertThat(server.closed.get(60, TimeUnit.SECONDS)).isNull();
            assertThat(server.frames).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("io.parley.transport.stream.Loopback#transports")
    void closingTheListenerLeavesItsConnectionsAlone(Transport transport) throws Exception {
        try (Loopback loopback = Loopback.on(transport)) {
            Address address = loopback.listen();
            Peer client = loopback.connect(address);
            Peer server = loopback.nextAccepted();
            loopback.closeListener();
            client.connection().send(Peer.frame(7));
            client.connection().flush();

            await().atMost(Loopback.PATIENCE).until(() -> server.frames.size() == 1);
        }
    }

    private static int size(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(8);
            case 1 -> random.nextInt(2000);
            case 2 -> random.nextInt(70_000);
            default -> random.nextInt(500_000);
        };
    }

    private static byte[] concatenated(Random random, byte[][] frames) {
        byte[] all = new byte
                [Arrays.stream(frames).mapToInt(frame -> 4 + frame.length).sum()];
        int at = 0;
        for (byte[] frame : frames) {
            random.nextBytes(frame);
            all[at + 2] = (byte) (frame.length >> 8);
            all[at + 3] = (byte) frame.length;
            System.arraycopy(frame, 0, all, at + 4, frame.length);
            at += 4 + frame.length;
        }
        return all;
    }

    /** Sends until the connection stays unwritable; returns the number of frames. */
    private static int fill(Connection connection) {
        AtomicInteger sent = new AtomicInteger();
        await().atMost(Loopback.PATIENCE).during(Duration.ofMillis(200)).until(() -> {
            boolean room = connection.isWritable();
            while (connection.isWritable()) {
                connection.send(Peer.frame(50_000));
                connection.flush();
                sent.incrementAndGet();
            }
            return !room;
        });
        return sent.get();
    }

    private static AtomicInteger countFlushes(Connection connection) {
        AtomicInteger flushes = new AtomicInteger();
        ((StreamConnection) connection).channel().pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext ctx) {
                flushes.incrementAndGet();
                ctx.flush();
            }
        });
        return flushes;
    }
}
