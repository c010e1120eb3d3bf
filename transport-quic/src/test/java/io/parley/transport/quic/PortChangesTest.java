package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionAddress;
import io.netty.handler.codec.quic.QuicConnectionStats;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which port of a client the library sees, and where its packets for the client are sent. */
class PortChangesTest {
    private static final byte SHORT_HEADER = 0x40;
    private static final byte HANDSHAKE = (byte) 0xE0;
    private static final byte[] ID = new byte[QuicTransport.CONNECTION_ID_BYTES];
    private static final InetSocketAddress FIRST = from(1000);
    private static final InetSocketAddress SECOND = from(2000);
    private static final InetSocketAddress SERVER = from(443);

    private long now;
    private final PortChanges ports = new PortChanges(() -> now);
    private final List<InetSocketAddress> seen = new ArrayList<>();
    private final EmbeddedChannel socket = new EmbeddedChannel(ports, new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            seen.add(((DatagramPacket) message).sender());
            ReferenceCountUtil.release(message);
        }
    });

    @BeforeEach
    void aClientBeginsItsHandshake() {
        ports.follow(connection(), new QuicDatagrams(connection()));
    }

    @AfterEach
    void close() {
        socket.finishAndReleaseAll();
    }

    @Test
    void aChangeOfThePortIsHidden() {
        read(FIRST, SHORT_HEADER);
        read(SECOND, SHORT_HEADER);

        assertThat(seen).containsExactly(FIRST, FIRST);
        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(SECOND);
    }

    @Test
    void aPortMayChangeDuringTheHandshake() {
        read(SECOND, HANDSHAKE);

        assertThat(seen).containsExactly(FIRST);
        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(SECOND);
    }

    @Test
    void theLibrarySeesTheChangesOfAClientThatIsNotTracked() {
        read(SECOND, SHORT_HEADER);
        ports.leave(connection());
        read(SECOND, SHORT_HEADER);

        assertThat(seen).containsExactly(FIRST, SECOND);
        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(FIRST);
    }

    @Test
    void aLatePacketOfTheHandshakeDoesNotUndoAChange() {
        read(SECOND, SHORT_HEADER);
        read(FIRST, HANDSHAKE);
        read(SECOND, SHORT_HEADER);

        assertThat(seen).containsExactly(FIRST, FIRST, FIRST);
        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(SECOND);
    }

    @Test
    void aClientMayReturnToItsFirstPort() {
        read(SECOND, SHORT_HEADER);
        now += TimeUnit.SECONDS.toNanos(1); // Until then it counts as a late packet.
        read(FIRST, SHORT_HEADER);

        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(FIRST);
    }

    @Test
    void anotherClientMayGetThePort() {
        read(SECOND, SHORT_HEADER);
        ByteBuf initial =
                Unpooled.buffer().writeByte(0xC0).writeInt(1).writeByte(8).writeLong(7);
        socket.writeInbound(new DatagramPacket(initial, SERVER, FIRST));

        assertThat(seen).containsExactly(FIRST, FIRST);
        assertThat(recipientOfAPacketTo(FIRST)).isEqualTo(FIRST);
    }

    private void read(InetSocketAddress sender, byte header) {
        ByteBuf packet = Unpooled.buffer().writeByte(header);
        if (header == HANDSHAKE) {
            packet.writeInt(1).writeByte(ID.length);
        }
        socket.writeInbound(new DatagramPacket(packet.writeBytes(ID).writeZero(30), SERVER, sender));
    }

    private InetSocketAddress recipientOfAPacketTo(InetSocketAddress client) {
        socket.writeOutbound(new DatagramPacket(Unpooled.buffer().writeZero(30), client));
        DatagramPacket written = socket.readOutbound();
        try {
            return written.recipient();
        } finally {
            written.release();
        }
    }

    /** Returns an open connection to the first port that accepts each packet. */
    private QuicChannel connection() {
        QuicConnectionStats stats = proxy(QuicConnectionStats.class, (self, method, arguments) -> (long) seen.size());
        return proxy(QuicChannel.class, (self, method, arguments) -> switch (method.getName()) {
            case "localAddress" -> new QuicConnectionAddress(ID);
            case "remoteSocketAddress" -> FIRST;
            case "isOpen" -> true;
            case "closeFuture" -> socket.closeFuture();
            case "collectStats" -> ImmediateEventExecutor.INSTANCE.newSucceededFuture(stats);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static InetSocketAddress from(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}
