package io.parley.transport.quic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionAddress;
import io.netty.handler.codec.quic.QuicConnectionStats;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hides changes of a client's port from the library, which resends only two of the packets that were in flight to a previous
 * address. A client has the port of its last packet that the library accepted as genuine and new. Until the client has proven that it receives
 * there, the amount of data sent there is limited. Changes of the IP address are not hidden. Placed between the UDP socket and the codec, on the
 * event loop of both.
 */
@SuppressWarnings("FutureReturnValueIgnored") // datagrams may be lost
final class PortChanges extends ChannelDuplexHandler {
    /** Time in nanoseconds for which a packet from the previous port counts as sent before the change. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Time in nanoseconds between two questions to an address. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    /** Maximum ratio of bytes sent to an unproven address and bytes received from it (RFC 9000, 8.1). */
    private static final int AMPLIFICATION = 3;
    /**
     * Bytes that may be sent in addition: the IP address is known, and with less the packets that let the library detect losses
     * would be dropped.
     */
    private static final int FIRST_BYTES = 16 * 1024;
    /** Maximum number of IP addresses of a client whose ports are tracked. */
    private static final int MOST_WAYS = 16;

    private static final int LONG_HEADER = 0x80;

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final Map<QuicConnectionAddress, Peer> peers = new HashMap<>();
    /** Ways by the address that the library knows. */
    private final Map<InetSocketAddress, Way> shown = new HashMap<>();
    /** Ways with another port, by their actual address. */
    private final Map<InetSocketAddress, Way> moved = new HashMap<>();

    PortChanges(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A client and the IP addresses that it has used. */
    private static final class Peer {
        final QuicChannel quic;
        final QuicDatagrams datagrams;
        final List<Way> ways = new ArrayList<>(1);

        Peer(QuicChannel quic, QuicDatagrams datagrams) {
            this.quic = quic;
            this.datagrams = datagrams;
        }

        @Nullable
        Way from(InetAddress address) {
            for (Way way : ways) {
                if (way.shown.getAddress().equals(address)) {
                    return way;
                }
            }
            return null;
        }
    }

    /** An IP address of a client, with the port that the library knows and the actual one. */
    private static final class Way {
        final Peer peer;
        final InetSocketAddress shown;
        InetSocketAddress actual;
        boolean receives = true;
        long allowed;
        long nonce;
        long askedAt;

        @Nullable
        InetSocketAddress left;

        boolean receivedThere;
        long leftAt;

        Way(Peer peer, InetSocketAddress shown) {
            this.peer = peer;
            this.shown = shown;
            this.actual = shown;
        }
    }

    /** Tracks the ports of a client from its handshake until its connection is closed. */
    void follow(QuicChannel quic, QuicDatagrams datagrams) {
        QuicConnectionAddress id = quic.localAddress();
        InetSocketAddress from = (InetSocketAddress) quic.remoteSocketAddress();
        if (id == null || from == null) {
            return;
        }
        Peer peer = new Peer(quic, datagrams);
        peers.put(id, peer);
        add(peer, from);
        datagrams.onProof(this::proved);
        quic.closeFuture().addListener(gone -> {
            peers.remove(id);
            List.copyOf(peer.ways).forEach(this::forget);
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        InetSocketAddress sender = packet.sender();
        Way elsewhere = moved.get(sender);
        if (elsewhere != null) {
            heard(elsewhere, packet.content().readableBytes());
            context.fireChannelRead(shownAs(packet, elsewhere.shown));
            return;
        }
        Way known = shown.get(sender);
        if (known != null && known.actual.equals(known.shown)) {
            context.fireChannelRead(packet);
            return;
        }
        Peer peer = peer(packet.content());
        if (peer != null) {
            comeFrom(context, peer, packet);
            return;
        }
        if (known != null) {
            forget(known); // Another client has the port now.
        }
        context.fireChannelRead(packet);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
        if (moved.isEmpty() || !(message instanceof DatagramPacket packet)) {
            context.write(message, promise);
            return;
        }
        Way way = shown.get(packet.recipient());
        if (way == null || way.actual.equals(way.shown)) {
            context.write(packet, promise);
            return;
        }
        int bytes = way.receives ? packet.content().readableBytes() : allowed(packet, way.allowed);
        if (bytes == 0) {
            packet.release();
            promise.trySuccess();
            return;
        }
        way.allowed -= bytes;
        packet.content().writerIndex(packet.content().readerIndex() + bytes);
        context.write(sentTo(packet, way.actual), promise);
    }

    /** Returns how many bytes may be sent, in whole datagrams. */
    private static int allowed(DatagramPacket packet, long most) {
        int bytes = packet.content().readableBytes();
        if (bytes <= most) {
            return bytes;
        }
        int each = packet instanceof SegmentedDatagramPacket segments ? segments.segmentSize() : bytes;
        return most < each ? 0 : (int) (most / each * each);
    }

    /** Handles a client's packet from an unexpected address. */
    private void comeFrom(ChannelHandlerContext context, Peer peer, DatagramPacket packet) {
        InetSocketAddress sender = packet.sender();
        Way way = peer.from(sender.getAddress());
        long now = nanoTime.getAsLong();
        if (way == null) {
            if (isNew(context, peer, packet) && peer.quic.isOpen()) {
                add(peer, sender);
            }
        } else if (sender.equals(way.left) && now - way.leftAt < LATE_NANOS) {
            context.fireChannelRead(shownAs(packet, way.shown));
        } else {
            move(context, way, packet, now);
        }
    }

    private void move(ChannelHandlerContext context, Way way, DatagramPacket packet, long now) {
        InetSocketAddress before = way.actual;
        boolean received = way.receives;
        long allowed = way.allowed;
        // Immediate answers are sent to the new address; a forged packet causes none.
        set(way, packet.sender());
        way.receives = packet.sender().equals(way.left) && way.receivedThere;
        way.allowed = FIRST_BYTES + (long) AMPLIFICATION * packet.content().readableBytes();
        boolean isNew = isNew(context, way.peer, shownAs(packet, way.shown));
        if (!way.peer.ways.contains(way)) {
            return; // The packet closed the connection.
        }
        if (!isNew) {
            set(way, before);
            way.receives = received;
            way.allowed = allowed;
            return;
        }
        way.left = before;
        way.leftAt = now;
        way.receivedThere = received;
        if (!way.receives) {
            way.nonce = random.nextLong();
            ask(way, now);
        }
    }

    /** Passes a packet on; returns whether the library accepted it as genuine and new. */
    private static boolean isNew(ChannelHandlerContext context, Peer peer, DatagramPacket packet) {
        long before = received(peer.quic);
        context.fireChannelRead(packet);
        return received(peer.quic) > before;
    }

    private static long received(QuicChannel quic) {
        QuicConnectionStats stats = quic.collectStats().getNow();
        return stats == null ? 0 : stats.recv();
    }

    private void heard(Way way, int bytes) {
        if (!way.receives) {
            way.allowed += (long) AMPLIFICATION * bytes;
            long now = nanoTime.getAsLong();
            if (now - way.askedAt >= ASK_AGAIN_NANOS) {
                ask(way, now);
            }
        }
    }

    private void ask(Way way, long now) {
        way.askedAt = now;
        way.peer.datagrams.ask(way.nonce);
    }

    private void proved(QuicDatagrams of, long nonce) {
        for (Way way : moved.values()) {
            if (way.peer.datagrams == of && !way.receives && way.nonce == nonce) {
                way.receives = true;
            }
        }
    }

    private void add(Peer peer, InetSocketAddress from) {
        if (peer.ways.size() < MOST_WAYS && !shown.containsKey(from)) {
            Way way = new Way(peer, from);
            peer.ways.add(way);
            shown.put(from, way);
        }
    }

    private void forget(Way way) {
        way.peer.ways.remove(way);
        shown.remove(way.shown);
        set(way, way.shown);
    }

    private void set(Way way, InetSocketAddress address) {
        moved.remove(way.actual, way);
        way.actual = address;
        if (!address.equals(way.shown)) {
            moved.put(address, way);
        }
    }

    private @Nullable Peer peer(ByteBuf packet) {
        int at = packet.readerIndex();
        if (packet.readableBytes() <= QuicTransport.CONNECTION_ID_BYTES || (packet.getByte(at) & LONG_HEADER) != 0) {
            return null;
        }
        byte[] id = ByteBufUtil.getBytes(packet, at + 1, QuicTransport.CONNECTION_ID_BYTES);
        return peers.get(new QuicConnectionAddress(id));
    }

    private static DatagramPacket shownAs(DatagramPacket packet, InetSocketAddress sender) {
        return new DatagramPacket(packet.content(), packet.recipient(), sender);
    }

    private static DatagramPacket sentTo(DatagramPacket packet, InetSocketAddress recipient) {
        return packet instanceof SegmentedDatagramPacket segments
                ? new SegmentedDatagramPacket(packet.content(), segments.segmentSize(), recipient)
                : new DatagramPacket(packet.content(), recipient);
    }
}
