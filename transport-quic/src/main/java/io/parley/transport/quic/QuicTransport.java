package io.parley.transport.quic;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.handler.codec.quic.EpollQuicUtils;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicChannelOption;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Transport parameters and error codes of both sides of the channel (docs/protocol/channels.md, 17). Stateless. */
final class QuicTransport {
    /** Protocol name in the handshake (RFC 7301) for a connection with tracks. */
    static final String PROTOCOL = "parley/2";
    /** Protocol name for a connection with one track. */
    static final String ONE_TRACK = "parley/1";
    /** First byte of the bidirectional stream, which is track 0, and of a datagram with a frame. */
    static final byte FRAMES = 1;
    /** First byte of a probe datagram, which only shows its sender's address; the other bytes are padding. */
    static final byte PROBE = 0;
    /** First byte of a datagram that asks the connecting side to prove its new port; eight bytes follow. */
    static final byte QUESTION = 2;
    /** First byte of the answer, with the same eight bytes. */
    static final byte PROOF = 3;
    /** Number of tracks: control, one-way messages, and 62 for exchanges. */
    static final int TRACKS = 64;
    /** First byte of a unidirectional stream that is a track, minus the track's number. */
    static final int TRACK = 64;
    /** Only byte of the stream that reports the number of its sender's tracks, minus that number. */
    static final int END = 128;
    /** Length of this side's connection IDs, the longest of RFC 9000. */
    static final int CONNECTION_ID_BYTES = 20;

    /** Application error code of a connection that ended in order. */
    private static final int IN_ORDER = 0;
    /**
     * Window of a connection, large enough to have no effect: the windows of its streams limit it. The library does not
     * resend a lost MAX_DATA unless more data was read, so with a smaller window both sides could wait for each other.
     */
    private static final long NO_WINDOW = 1L << 60;
    /** Initial window of a stream in bytes; the library widens it for peers whose data is read as fast as they send. */
    private static final long WINDOW_BYTES = 256 * 1024;
    /**
     * Maximum payload of a datagram in bytes. Every path carries 1,200 (RFC 9000, 14); path MTU discovery (RFC 8899)
     * tests for more.
     */
    private static final long DATAGRAM_BYTES = 1350;

    /**
     * The connecting side's {@code max_ack_delay} in milliseconds. No acknowledgement is that late, but the library
     * gives up a new address after three probe timeouts, which include it, and a shorter time is too short on a busy
     * machine.
     */
    static final long ACK_MILLIS = 100;

    private static final long MOST_RECEIVED_BYTES = 1500;
    private static final int SOCKET_BUFFER_BYTES = 2 * 1024 * 1024;
    /**
     * Maximum number of IP addresses of the connecting side: the library keeps each as long as the connection, and
     * drops packets from further ones.
     */
    static final long PATHS = 256;
    /**
     * Maximum number of connection IDs from the accepting side, the minimum of RFC 9000: a change of address needs no
     * further one, and the library creates the missing ones again with every received packet.
     */
    static final long CONNECTION_IDS = 2;
    /** Congestion control of this side's packets: with CUBIC, random losses leave most of a path's bandwidth unused. */
    private static final QuicCongestionControlAlgorithm CONGESTION_CONTROL = QuicCongestionControlAlgorithm.BBR;
    /** Number of keep-alive times after which a connection is idle. */
    private static final long KEEP_ALIVES = 3;

    private static final long SHORTEST_IDLE_MILLIS = 30_000;
    private static final int SEGMENTS = 16;
    /** Maximum number of received datagrams that wait to be read; further ones are dropped. */
    private static final int DATAGRAMS = 64;
    /** Maximum number of datagrams that wait to be sent: few, because each one delays those after it. */
    private static final int DATAGRAMS_OUT = 8;

    private QuicTransport() {}

    /**
     * Sets the parameters that both sides share.
     *
     * @param streams maximum number of bidirectional streams of the peer
     * @param ids maximum number of connection IDs and addresses of the peer
     */
    static <B extends QuicCodecBuilder<B>> B parameters(B builder, Limits limits, int streams, long ids) {
        long idle = Math.max(SHORTEST_IDLE_MILLIS, KEEP_ALIVES * limits.get(Limit.KEEP_ALIVE_MILLIS));
        return builder.congestionControlAlgorithm(CONGESTION_CONTROL)
                .maxIdleTimeout(idle, TimeUnit.MILLISECONDS)
                .initialMaxData(NO_WINDOW)
                .initialMaxStreamDataBidirectionalLocal(WINDOW_BYTES)
                .initialMaxStreamDataBidirectionalRemote(WINDOW_BYTES)
                .initialMaxStreamsBidirectional(streams)
                .initialMaxStreamDataUnidirectional(WINDOW_BYTES)
                .initialMaxStreamsUnidirectional(TRACKS)
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

    /** Lets the operating system split writes into datagrams, if it supports that. */
    static void segments(QuicChannel quic) {
        if (quic.parent() instanceof EpollDatagramChannel) {
            quic.config()
                    .setOption(
                            QuicChannelOption.SEGMENTED_DATAGRAM_PACKET_ALLOCATOR,
                            EpollQuicUtils.newSegmentedAllocator(SEGMENTS));
        }
    }

    /** Returns the number of tracks of the handshake's protocol; 0 if it is not a protocol of this channel. */
    static int tracks(@Nullable SSLEngine engine) {
        String found = engine == null ? null : engine.getApplicationProtocol();
        if (PROTOCOL.equals(found)) {
            return TRACKS;
        }
        return ONE_TRACK.equals(found) ? 1 : 0;
    }

    /** Closes the connection without an error. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel's own handlers hear of its end
    static void close(QuicChannel quic) {
        quic.close(true, IN_ORDER, Unpooled.EMPTY_BUFFER);
    }

    /** Closes the connection with the code of an error; its text is not sent. */
    @SuppressWarnings("FutureReturnValueIgnored") // the channel's own handlers hear of its end
    static void close(QuicChannel quic, ParleyException why) {
        quic.close(true, why.code().number(), Unpooled.EMPTY_BUFFER);
    }
}
