package io.parley.transport.quic;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Transport parameters and error codes that both sides of the channel have (docs/protocol/channels.md, 17). Stateless. */
final class QuicTransport {
    /** Name of the protocol in the handshake (RFC 7301). */
    static final String PROTOCOL = "parley/2";
    /** First byte of the stream of both directions, which is lane 0, and of a datagram that is a frame. */
    static final byte FRAMES = 1;
    /** First byte of a datagram that says nothing but where its sender is; the others are padding. */
    static final byte PROBE = 0;
    /** First byte of a datagram that asks whether it comes where the connecting side has a new port; eight bytes follow. */
    static final byte QUESTION = 2;
    /** First byte of a datagram that says so, with the same eight bytes. */
    static final byte PROOF = 3;
    /** Number of lanes: the stream of both directions, that of one-way messages, and those of exchanges. */
    static final int LANES = 64;
    /** First byte of a stream of one direction that is a lane, less the lane's number. */
    static final int LANE = 64;
    /** Only byte of the stream that says how many lanes its sender had, less their number. */
    static final int END = 128;
    /** Length of this side's connection IDs, the longest of RFC 9000. */
    static final int CONNECTION_ID_BYTES = 20;

    /** Application error code of a connection that ended in order. */
    private static final int IN_ORDER = 0;
    /**
     * Window of a connection, beyond what one can ever use: the windows of its few streams bound it. The library does not say again
     * what was lost of a connection's window (MAX_DATA), unless more was read meanwhile; so one that counts ends in two sides that
     * wait for each other.
     */
    private static final long NO_WINDOW = 1L << 60;
    /** Bytes of a stream that may lie unread; the library widens it for peers that are read as fast as they send. */
    private static final long WINDOW_BYTES = 256 * 1024;
    /** Most bytes of a datagram's payload. Paths carry 1,200 (RFC 9000, 14); whether one carries these is found out (RFC 8899). */
    private static final long DATAGRAM_BYTES = 1350;

    /**
     * Milliseconds that the accepting side is to allow the connecting one for an acknowledgement, on top of what round trips take.
     * Nothing is acknowledged as late as that; but a new address counts as unreachable after three such times, and some milliseconds
     * would be none for a busy machine.
     */
    static final long ACK_MILLIS = 100;

    private static final long MOST_RECEIVED_BYTES = 1500;
    private static final int SOCKET_BUFFER_BYTES = 2 * 1024 * 1024;
    /**
     * Addresses that the connecting side may have had: the library keeps each of them as long as the connection, and drops what comes
     * from one beyond.
     */
    static final long PATHS = 256;
    /**
     * Connection IDs that the accepting side may give, the fewest of RFC 9000: none of them is needed where addresses change under
     * a connection, and the library makes what is left of them anew with every packet that comes.
     */
    static final long CONNECTION_IDS = 2;
    /** Signs of life that may be missed before a connection counts as idle. */
    private static final long KEEP_ALIVES = 3;

    private static final long SHORTEST_IDLE_MILLIS = 30_000;
    private static final int SEGMENTS = 16;
    /** Datagrams of a connection that may wait to be read; those beyond are lost as on their way. */
    private static final int DATAGRAMS = 64;
    /** The same of those that wait to be sent: few, since each that waits makes the ones behind it older. */
    private static final int DATAGRAMS_OUT = 8;

    private QuicTransport() {}

    /**
     * Sets what both sides set.
     *
     * @param streams that the peer may open
     * @param ids that the peer may give, and addresses that it may have
     */
    static <B extends QuicCodecBuilder<B>> B parameters(B builder, Limits limits, int streams, long ids) {
        long idle = Math.max(SHORTEST_IDLE_MILLIS, KEEP_ALIVES * limits.get(Limit.KEEP_ALIVE_MILLIS));
        return builder.maxIdleTimeout(idle, TimeUnit.MILLISECONDS)
                .initialMaxData(NO_WINDOW)
                .initialMaxStreamDataBidirectionalLocal(WINDOW_BYTES)
                .initialMaxStreamDataBidirectionalRemote(WINDOW_BYTES)
                .initialMaxStreamsBidirectional(streams)
                .initialMaxStreamDataUnidirectional(WINDOW_BYTES)
                .initialMaxStreamsUnidirectional(LANES)
                .maxSendUdpPayloadSize(DATAGRAM_BYTES)
                .discoverPmtu(true)
                .maxRecvUdpPayloadSize(MOST_RECEIVED_BYTES)
                .localConnectionIdLength(CONNECTION_ID_BYTES)
                .activeConnectionIdLimit(ids)
                .activeMigration(true)
                .datagram(DATAGRAMS, DATAGRAMS_OUT);
    }

    /** Sets the buffers of a UDP socket. */
    static void socketOptions(Channel socket) {
        socket.config().setOption(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES);
        socket.config().setOption(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES);
    }

    /** Lets the system cut what is sent into datagrams, where it can. */
    static void segments(QuicChannel quic) {
        if (quic.parent() instanceof EpollDatagramChannel) {
            quic.config()
                    .setOption(
                            QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
                            EpollQuicUtils.newSegmentedAllocator(SEGMENTS));
        }
    }

    /** Closes in order. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel's own handlers hear of its end
    static void close(QuicChannel quic) {
        quic.close(true, IN_ORDER, Unpooled.EMPTY_BUFFER);
    }

    /** Closes with the code of an error; its text stays here. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel's own handlers hear of its end
    static void close(QuicChannel quic, ParleyException why) {
        quic.close(true, why.code().number(), Unpooled.EMPTY_BUFFER);
    }

    /** An address without what Java puts before it. */
    static String text(InetSocketAddress remote) {
        return remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }
}
