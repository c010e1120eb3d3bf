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
 * Hides changes of a client's port from the library, which resends only two of the packets that were in flight to a
 * previous address. A client has the port of its last packet that the library accepted as genuine and new. Until the
 * client has proven that it receives there, the amount of data sent there is limited. Changes of the IP address are not
 * hidden. Placed between the UDP socket and the codec, on the event loop of both.
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
     * Bytes that may be sent in addition: the IP address is known, and with less the packets that let the library
     * detect losses would be dropped.
     */
    private static final int FIRST_BYTES = 16 * 1024;
    /** Maximum number of IP addresses of a client whose ports are tracked. */
    private static final int MOST_PATHS = 16;

    private static final int LONG_HEADER = 0x80;
    private static final int VERSION_BYTES = 4;

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();
    private final Map<QuicConnectionAddress, Peer> peers = new HashMap<>();
    /** Paths by the address that the library knows. */
    private final Map<InetSocketAddress, Path> shown = new HashMap<>();
    /** Paths with another port, by their actual address. */
    private final Map<InetSocketAddress, Path> moved = new HashMap<>();

    PortChanges(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A client and the IP addresses that it has used. */
    private static final class Peer {
        final QuicChannel quic;
        final QuicDatagrams datagrams;
        final List<Path> paths = new ArrayList<>(1);

        Peer(QuicChannel quic, QuicDatagrams datagrams) {
            this.quic = quic;
            this.datagrams = datagrams;
        }

        @Nullable
        Path from(InetAddress address) {
            for (Path path : paths) {
                if (path.shown.getAddress().equals(address)) {
                    return path;
                }
            }
            return null;
        }
    }

    /** An IP address of a client, with the port that the library knows and the actual one. */
    private static final class Path {
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

        Path(Peer peer, InetSocketAddress shown) {
            this.peer = peer;
            this.shown = shown;
            this.actual = shown;
        }
    }

    /**
     * Tracks the ports of a client from the first packet of its handshake until its connection is closed: a change that
     * the library sees before the end of the handshake may make it give the connection up in silence.
     */
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
        quic.closeFuture().addListener(gone -> leave(id));
    }

    /** Stops tracking the ports of a client, which cannot prove that it receives. */
    void leave(QuicChannel quic) {
        QuicConnectionAddress id = quic.localAddress();
        if (id != null) {
            leave(id);
        }
    }

    private void leave(QuicConnectionAddress id) {
        Peer peer = peers.remove(id);
        if (peer != null) {
            List.copyOf(peer.paths).forEach(this::forget);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        InetSocketAddress sender = packet.sender();
        Path elsewhere = moved.get(sender);
        if (elsewhere != null) {
            heard(elsewhere, packet.content().readableBytes());
            context.fireChannelRead(shownAs(packet, elsewhere.shown));
            return;
        }
        Path known = shown.get(sender);
        if (known != null && known.actual.equals(known.shown)) {
            context.fireChannelRead(packet);
            return;
        }
        Peer peer = peer(packet.content());
        if (known != null && known.peer == peer && hasLongHeader(packet.content())) {
            context.fireChannelRead(packet); // A late packet of the handshake, sent before the change.
            return;
        }
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
        Path path = shown.get(packet.recipient());
        if (path == null || path.actual.equals(path.shown)) {
            context.write(packet, promise);
            return;
        }
        int bytes = path.receives ? packet.content().readableBytes() : allowed(packet, path.allowed);
        if (bytes == 0) {
            packet.release();
            promise.trySuccess();
            return;
        }
        path.allowed -= bytes;
        packet.content().writerIndex(packet.content().readerIndex() + bytes);
        context.write(sentTo(packet, path.actual), promise);
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
        Path path = peer.from(sender.getAddress());
        long now = nanoTime.getAsLong();
        if (path == null) {
            if (isNew(context, peer, packet) && peer.quic.isOpen()) {
                add(peer, sender);
            }
        } else if (sender.equals(path.left) && now - path.leftAt < LATE_NANOS) {
            context.fireChannelRead(shownAs(packet, path.shown));
        } else {
            move(context, path, packet, now);
        }
    }

    private void move(ChannelHandlerContext context, Path path, DatagramPacket packet, long now) {
        InetSocketAddress before = path.actual;
        boolean received = path.receives;
        long allowed = path.allowed;
        // Immediate answers are sent to the new address; a forged packet causes none.
        set(path, packet.sender());
        path.receives = packet.sender().equals(path.left) && path.receivedThere;
        path.allowed = FIRST_BYTES + (long) AMPLIFICATION * packet.content().readableBytes();
        boolean isNew = isNew(context, path.peer, shownAs(packet, path.shown));
        if (!path.peer.paths.contains(path)) {
            return; // The packet closed the connection.
        }
        if (!isNew) {
            set(path, before);
            path.receives = received;
            path.allowed = allowed;
            return;
        }
        path.left = before;
        path.leftAt = now;
        path.receivedThere = received;
        if (!path.receives) {
            path.nonce = random.nextLong();
            ask(path, now);
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

    private void heard(Path path, int bytes) {
        if (!path.receives) {
            path.allowed += (long) AMPLIFICATION * bytes;
            long now = nanoTime.getAsLong();
            if (now - path.askedAt >= ASK_AGAIN_NANOS) {
                ask(path, now);
            }
        }
    }

    private void ask(Path path, long now) {
        path.askedAt = now;
        path.peer.datagrams.ask(path.nonce);
    }

    private void proved(QuicDatagrams of, long nonce) {
        for (Path path : moved.values()) {
            if (path.peer.datagrams == of && !path.receives && path.nonce == nonce) {
                path.receives = true;
            }
        }
    }

    private void add(Peer peer, InetSocketAddress from) {
        if (peer.paths.size() < MOST_PATHS && !shown.containsKey(from)) {
            Path path = new Path(peer, from);
            peer.paths.add(path);
            shown.put(from, path);
        }
    }

    private void forget(Path path) {
        path.peer.paths.remove(path);
        shown.remove(path.shown);
        set(path, path.shown);
    }

    private void set(Path path, InetSocketAddress address) {
        moved.remove(path.actual, path);
        path.actual = address;
        if (!address.equals(path.shown)) {
            moved.put(address, path);
        }
    }

    /**
     * Returns the client whose connection ID a packet has (RFC 9000, sections 17.2 and 17.3); null if it is unknown.
     */
    private @Nullable Peer peer(ByteBuf packet) {
        int at = packet.readerIndex() + 1;
        if (hasLongHeader(packet)) {
            at += VERSION_BYTES + 1;
            boolean isOurs = packet.writerIndex() >= at && packet.getByte(at - 1) == QuicTransport.CONNECTION_ID_BYTES;
            if (!isOurs) {
                return null;
            }
        }
        if (packet.writerIndex() < at + QuicTransport.CONNECTION_ID_BYTES) {
            return null;
        }
        byte[] id = ByteBufUtil.getBytes(packet, at, QuicTransport.CONNECTION_ID_BYTES);
        return peers.get(new QuicConnectionAddress(id));
    }

    private static boolean hasLongHeader(ByteBuf packet) {
        return packet.isReadable() && (packet.getByte(packet.readerIndex()) & LONG_HEADER) != 0;
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
