package io.parley.transport.quic;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.quic.QuicChannel;
import io.parley.transport.stream.LoopClock;
import java.util.concurrent.TimeUnit;

/**
 * Sends probe datagrams while a connection is silent, and before the first data after a silence, so that the accepting
 * side learns of a changed address before it sends there. A side that only waits for an answer sends nothing else, and
 * its peer would continue to send to an address that a NAT has forgotten. Pauses grow with the silence, and are never
 * shorter than a round trip; after ten seconds the session's keep-alive takes over. While the congestion window is
 * full, which delays probes, earlier datagrams are sent again ({@link UnansweredDatagrams}). Used by the connecting
 * side, on the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a probe that is lost is followed by another
final class AddressProbes {
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Longest pause: on a path with many losses, several probes must fit into the session's keep-alive time. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    /**
     * Length of a probe: three times that is a whole packet, which the accepting side may answer at once with a
     * challenge of full size. One that is short is followed by another, and the library gives the connection up if that
     * one is lost.
     */
    private static final int BYTES = 430;
    /** Divisor of the silence that gives the next pause while an answer is expected. */
    private static final int SHARE = 4;

    private final QuicChannel quic;
    private final QuicDatagrams datagrams;
    private final UnansweredDatagrams sent;
    private final EventLoop loop;
    private long activeAt;
    /** Number of datagrams sent when a stream was last written to. */
    private long sentBefore;

    private long roundTrip;
    private boolean answered;
    private boolean scheduled;

    AddressProbes(QuicChannel quic, QuicDatagrams datagrams, UnansweredDatagrams sent) {
        this.quic = quic;
        this.datagrams = datagrams;
        this.sent = sent;
        this.loop = quic.eventLoop();
    }

    /** Returns a handler for a stream of the connection that records reads and writes. */
    ChannelHandler ofStream() {
        return new ChannelDuplexHandler() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object bytes) {
                active(true);
                context.fireChannelRead(bytes);
            }

            @Override
            public void write(ChannelHandlerContext context, Object bytes, ChannelPromise promise) {
                if (LoopClock.nanoTime(loop) - activeAt > SHORTEST_NANOS) {
                    probe();
                }
                if (sent.written() != sentBefore) { // otherwise the library only queues what is written
                    sentBefore = sent.written();
                    active(false);
                }
                context.write(bytes, promise);
            }
        };
    }

    private void active(boolean came) {
        answered = came;
        activeAt = LoopClock.nanoTime(loop);
        if (!scheduled) {
            schedule(shortest());
        }
    }

    private long shortest() {
        return Math.max(SHORTEST_NANOS, roundTrip);
    }

    private void schedule(long nanos) {
        scheduled = true;
        loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }

    private void look() {
        scheduled = false;
        long silence = LoopClock.nanoTime(loop) - activeAt;
        if (!quic.isActive() || silence > LONGEST_NANOS) {
            return;
        }
        if (silence < shortest()) {
            schedule(shortest() - silence);
            return;
        }
        probe();
        schedule(Math.max(shortest(), Math.min(PAUSE_NANOS, answered ? silence : silence / SHARE)));
    }

    /** Sends a probe; if the congestion window has no room for it, sends an earlier datagram again. */
    private void probe() {
        if (datagrams.areTaken()) {
            long before = sent.written();
            sent.retain();
            quic.writeAndFlush(quic.alloc()
                    .directBuffer(BYTES)
                    .writeByte(QuicTransport.PROBE)
                    .writeZero(BYTES - 1));
            if (sent.written() == before) {
                sent.repeat();
            }
            roundTrip = datagrams.roundTripNanos();
        }
    }
}
