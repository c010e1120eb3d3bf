package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Retains the datagrams that were sent during a silence of the peer, and sends them again on request. Once the
 * congestion window is full of lost packets, the library sends only two probes per probe timeout, which doubles each
 * time (RFC 9002, section 6.2): if those are lost as well, as after a change of the port, the connection is silent for
 * seconds. A datagram that the peer has not received yet is new to it, and any other is dropped as a duplicate. Placed
 * between the UDP socket and the codec of the connecting side, on the event loop of both.
 */
@SuppressWarnings("FutureReturnValueIgnored") // datagrams may be lost
final class UnansweredDatagrams extends ChannelDuplexHandler {
    private static final int MOST = 8;

    private final Queue<ByteBuf> retained = new ArrayDeque<>(MOST);
    private boolean retaining;
    private long written;
    private @Nullable ChannelHandlerContext own;
    private @Nullable InetSocketAddress remote;

    /** Retains what is sent from now on, until something is received. */
    void retain() {
        retaining = true;
    }

    /** Returns the number of writes so far. */
    long written() {
        return written;
    }

    /** Sends the datagram again whose last transmission is longest ago, if there is any. */
    void repeat() {
        ByteBuf oldest = retained.poll();
        ChannelHandlerContext context = own;
        InetSocketAddress to = remote;
        if (oldest != null && context != null && to != null) {
            retained.add(oldest);
            context.writeAndFlush(new DatagramPacket(oldest.retainedDuplicate(), to));
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        own = context;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        written++;
        if (retaining && message instanceof DatagramPacket packet) {
            retain(packet);
        }
        context.write(message, promise);
    }

    private void retain(DatagramPacket packet) {
        ByteBuf bytes = packet.content();
        remote = packet.recipient();
        int each = packet instanceof SegmentedDatagramPacket segments ? segments.segmentSize() : bytes.readableBytes();
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); at += each) {
            if (retained.size() == MOST) {
                retained.remove().release();
            }
            retained.add(bytes.retainedSlice(at, Math.min(each, bytes.writerIndex() - at)));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object packet) {
        drop();
        context.fireChannelRead(packet);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        drop();
    }

    private void drop() {
        retaining = false;
        for (ByteBuf each = retained.poll(); each != null; each = retained.poll()) {
            each.release();
        }
    }
}
