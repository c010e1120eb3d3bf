package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamType;
import io.netty.util.ReferenceCountUtil;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.Protection;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Attacks by arbitrary datagrams to the UDP port: the listener keeps and sends little, and continues to serve others.
 */
@SuppressWarnings("FutureReturnValueIgnored") // only the listener's behavior matters
class QuicAttackTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FEW = 4;
    private static final int INITIAL_BYTES = 1200;

    private final QuicChannelProvider provider = new QuicChannelProvider();
    private final List<Seen> accepted = new CopyOnWriteArrayList<>();
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private QuicSocket listener;
    private InetSocketAddress target;

    @BeforeEach
    void listen() throws IOException {
        Limits limits = Limits.defaults().with(Limit.PENDING_PER_ADDRESS, FEW).with(Limit.OPEN_MILLIS, 1000);
        ChannelSettings settings = new ChannelSettings(limits, PATIENCE).with(new Protection.Ephemeral());
        listener = (QuicSocket) provider.listen(new Address("127.0.0.1", 0), settings, connection -> {
            Seen seen = new Seen();
            connections.add(connection);
            accepted.add(seen);
            return seen;
        });
        target = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), listener.address().port());
    }

    @AfterEach
    void othersAreServedAndNothingIsKept() throws Exception {
        Seen honest = new Seen();
        Connection connection = provider.connect(
                        listener.address(),
                        new ChannelSettings(Limits.defaults(), PATIENCE)
                                .shakingHandsWithin(PATIENCE)
                                .with(new Protection.Pinned(listener.certificate())),
                        honest)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(connection.isSecure()).isTrue();
        connection.close();
        await().atMost(PATIENCE).until(() -> listener.connections() == 0);
        listener.close();
    }

    @Test
    void datagramsThatAreNoQuicAreDropped() throws Exception {
        Random random = new Random(1);
        try (DatagramSocket socket = socket()) {
            long sent = 0;
            for (int i = 0; i < 3000; i++) {
                byte[] garbage = new byte[random.nextInt(1400)];
                random.nextBytes(garbage);
                send(socket, garbage);
                sent += garbage.length;
            }
            assertThat(heard(socket)).as("bytes that came back for %d", sent).isLessThan(sent / 10);
        }
        assertThat(listener.connections()).isZero();
        assertThat(accepted).isEmpty();
    }

    @Test
    void aFirstPacketIsAnsweredWithFewerBytesAndNothingIsKept() throws Exception {
        try (DatagramSocket socket = socket()) {
            for (int i = 0; i < 100; i++) {
                send(socket, initial(new byte[0], i));
            }
            assertThat(heard(socket)).isBetween(1L, 100L * INITIAL_BYTES / 4);
        }
        assertThat(listener.connections()).isZero();
    }

    @Test
    void firstPacketsThatAreCutOffAreDropped() throws Exception {
        byte[] whole = initial(new byte[0], 7);
        try (DatagramSocket socket = socket()) {
            for (int length = 0; length < 60; length++) {
                byte[] cut = new byte[length];
                System.arraycopy(whole, 0, cut, 0, length);
                send(socket, cut);
            }
            heard(socket);
        }
        assertThat(listener.connections()).isZero();
    }

    @Test
    void aTokenThatIsMadeUpIsNotAnswered() throws Exception {
        Random random = new Random(2);
        try (DatagramSocket socket = socket()) {
            for (int length = 1; length < 120; length++) {
                byte[] token = new byte[length];
                random.nextBytes(token);
                send(socket, initial(token, length));
            }
            assertThat(heard(socket)).isZero();
        }
        assertThat(listener.connections()).isZero();
    }

    @Test
    void handshakesThatAreNeverFinishedAreFewAndEnd() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            for (int i = 0; i < 5 * FEW; i++) {
                raw.connecting(target, 1); // receives Retry, but no response to its token
            }
            await().atMost(PATIENCE).until(() -> listener.connections() > 0);
            await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> listener.connections() <= FEW);
        }
        await().atMost(PATIENCE).until(() -> listener.connections() == 0);
        assertThat(accepted).isEmpty();
    }

    @Test
    void connectionsThatOpenNoStreamAreClosedWithTheirCode() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            raw.connect(target);
            assertClosed(raw, ErrorCode.OPEN_TIMEOUT);
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void anotherApplicationProtocolIsRefused() {
        try (RawQuic raw = new RawQuic("h3")) {
            assertThatThrownBy(() -> assertClosed(raw, raw.connect(target))).isInstanceOf(ExecutionException.class);
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void aStreamForSomethingElseIsClosedWithItsCode() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            open(raw.connect(target)).writeAndFlush(Unpooled.directBuffer().writeByte(7));
            assertClosed(raw, ErrorCode.PROTOCOL);
        }
        assertThat(accepted).isEmpty();
    }

    @Test
    void thereIsNoSecondStreamOfBothDirections() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = raw.connect(target);
            open(quic).writeAndFlush(Unpooled.directBuffer().writeByte(QuicTransport.FRAMES));
            await().atMost(PATIENCE).until(() -> accepted.size() == 1);
            assertThat(quic.peerAllowedStreams(QuicStreamType.BIDIRECTIONAL)).isZero();
            assertThatThrownBy(() -> open(quic)).isInstanceOf(ExecutionException.class);
            quic.close().sync();
        }
        await().atMost(PATIENCE).until(() -> accepted.get(0).closed.getCount() == 0);
    }

    @Test
    void tracksAreFew() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = begin(raw);
            await().atMost(PATIENCE)
                    .until(() -> quic.peerAllowedStreams(QuicStreamType.UNIDIRECTIONAL) == QuicTransport.TRACKS);
            quic.close().sync();
        }
    }

    @Test
    void aPeerWithoutTracksHasOneStream() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.ONE_TRACK)) {
            QuicChannel quic = begin(raw);
            assertThat(connections.get(0).tracks()).isOne();
            connections.get(0).markAccepted();
            track(quic, QuicTransport.TRACK + 5);
            assertClosed(raw, ErrorCode.PROTOCOL);
        }
    }

    @Test
    void aTrackBeforeTheConnectionIsAcceptedIsClosedWithItsCode() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = begin(raw);
            track(quic, QuicTransport.TRACK + 5);
            assertClosed(raw, ErrorCode.PROTOCOL);
            assertThat(accepted.get(0).frames).hasValue(0);
        }
    }

    @Test
    void aTrackThatBeganAlreadyIsClosedWithItsCode() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = begin(raw);
            connections.get(0).markAccepted();
            track(quic, QuicTransport.TRACK + 5);
            await().atMost(PATIENCE).until(() -> accepted.get(0).frames.get() > 0);
            track(quic, QuicTransport.TRACK + 5);
            assertClosed(raw, ErrorCode.PROTOCOL);
        }
    }

    @Test
    void aStreamOfOneDirectionThatIsNoTrackIsClosedWithItsCode() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            track(begin(raw), QuicTransport.TRACK);
            assertClosed(raw, ErrorCode.PROTOCOL);
        }
    }

    @Test
    void aResetTrackIsALostConnection() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = begin(raw);
            connections.get(0).markAccepted();
            QuicStreamChannel track = track(quic, QuicTransport.TRACK + 2);
            await().atMost(PATIENCE).until(() -> accepted.get(0).frames.get() > 0);
            track.shutdownOutput(3).sync();
            await().atMost(PATIENCE).until(() -> accepted.get(0).closed.getCount() == 0);
            assertThat(accepted.get(0).cause).isNotNull();
        }
    }

    @Test
    void aConnectionWhoseTracksThePeerFinishedEndsInOrder() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicChannel quic = raw.connect(target);
            QuicStreamChannel first = open(quic);
            first.writeAndFlush(Unpooled.directBuffer().writeByte(QuicTransport.FRAMES));
            await().atMost(PATIENCE).until(() -> accepted.size() == 1);
            connections.get(0).markAccepted();
            QuicStreamChannel track = track(quic, QuicTransport.TRACK + 2);
            await().atMost(PATIENCE).until(() -> accepted.get(0).frames.get() > 0);

            track.shutdownOutput().sync();
            QuicStreamChannel count = track(quic, QuicTransport.END + 1);
            count.shutdownOutput().sync();
            first.shutdownOutput().sync();

            await().atMost(PATIENCE).until(() -> accepted.get(0).closed.getCount() == 0);
            assertThat(accepted.get(0).cause).isNull();
        }
    }

    @Test
    void aForgedPacketFromAnotherPortTakesNothingOver() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL);
                DatagramSocket forger = socket()) {
            QuicChannel quic = raw.connect(target);
            AtomicInteger came = new AtomicInteger();
            open(quic, came).writeAndFlush(Unpooled.directBuffer().writeByte(QuicTransport.FRAMES));
            await().atMost(PATIENCE).until(() -> accepted.size() == 1);
            byte[] packet = new byte[INITIAL_BYTES];
            new Random(3).nextBytes(packet);
            packet[0] = 0x40;
            String named = quic.remoteAddress().toString();
            byte[] id = ByteBufUtil.decodeHexDump(named.substring(named.indexOf('=') + 1, named.indexOf('}')));
            System.arraycopy(id, 0, packet, 1, id.length);
            assertThat(id).hasSize(QuicTransport.CONNECTION_ID_BYTES);

            send(forger, packet);
            connections.get(0).send(Unpooled.directBuffer().writeZero(5_000));
            connections.get(0).flush();

            await().atMost(PATIENCE).until(() -> came.get() == 5_000);
            assertThat(heard(forger)).isZero();
            quic.close().sync();
        }
    }

    private QuicChannel begin(RawQuic raw) throws Exception {
        QuicChannel quic = raw.connect(target);
        open(quic).writeAndFlush(Unpooled.directBuffer().writeByte(QuicTransport.FRAMES));
        await().atMost(PATIENCE).until(() -> accepted.size() == 1);
        return quic;
    }

    private static QuicStreamChannel track(QuicChannel quic, int kind) throws Exception {
        QuicStreamChannel track = quic.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInboundHandlerAdapter())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        track.writeAndFlush(Unpooled.directBuffer().writeByte(kind).writeZero(10));
        return track;
    }

    @Test
    void aResetStreamIsALostConnection() throws Exception {
        try (RawQuic raw = new RawQuic(QuicTransport.PROTOCOL)) {
            QuicStreamChannel stream = open(raw.connect(target));
            stream.writeAndFlush(Unpooled.directBuffer().writeByte(QuicTransport.FRAMES));
            await().atMost(PATIENCE).until(() -> accepted.size() == 1);
            stream.shutdownOutput(3).sync();
            await().atMost(PATIENCE).until(() -> accepted.get(0).closed.getCount() == 0);
            assertThat(accepted.get(0).cause).isNotNull();
            await().atMost(Duration.ofSeconds(10)).until(() -> listener.connections() == 0);
        }
    }

    private static void assertClosed(RawQuic raw, QuicChannel unused) throws Exception {
        QuicConnectionCloseEvent closed = raw.closedByPeer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        throw new ExecutionException("closed with " + closed.error(), null);
    }

    private static void assertClosed(RawQuic raw, ErrorCode code) throws Exception {
        QuicConnectionCloseEvent closed = raw.closedByPeer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(closed.isApplicationClose()).isTrue();
        assertThat(closed.error()).isEqualTo(code.number());
    }

    private static QuicStreamChannel open(QuicChannel quic, AtomicInteger came) throws Exception {
        return quic.createStream(QuicStreamType.BIDIRECTIONAL, new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext context, Object bytes) {
                        came.addAndGet(((ByteBuf) bytes).readableBytes());
                        ReferenceCountUtil.release(bytes);
                    }
                })
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static QuicStreamChannel open(QuicChannel quic) throws Exception {
        return quic.createStream(QuicStreamType.BIDIRECTIONAL, new ChannelInboundHandlerAdapter())
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Returns an initial packet of version 1 with a garbage payload (RFC 9000, 17.2.2). */
    private static byte[] initial(byte[] token, int seed) {
        byte[] packet = new byte[INITIAL_BYTES];
        new Random(seed).nextBytes(packet);
        ByteBuffer header = ByteBuffer.wrap(packet);
        header.put((byte) 0xC3).putInt(1);
        header.put((byte) 16);
        header.position(header.position() + 16);
        header.put((byte) 16);
        header.position(header.position() + 16);
        header.putShort((short) (0x4000 | token.length)).put(token);
        header.putShort((short) (0x4000 | (INITIAL_BYTES - header.position() - 2)));
        return packet;
    }

    private static DatagramSocket socket() throws IOException {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setReceiveBufferSize(4 * 1024 * 1024);
        socket.setSoTimeout(500);
        return socket;
    }

    private void send(DatagramSocket socket, byte[] bytes) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, target));
    }

    /** Returns the number of bytes received until half a second passes without any. */
    private static long heard(DatagramSocket socket) throws IOException {
        long bytes = 0;
        byte[] buffer = new byte[2000];
        while (true) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                bytes += packet.getLength();
            } catch (SocketTimeoutException e) {
                return bytes;
            }
        }
    }
}
