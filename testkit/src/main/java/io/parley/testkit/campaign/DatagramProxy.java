package io.parley.testkit.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A UDP proxy on loopback that loses, doubles and delays datagrams, has the rate and length of a {@link DatagramLink}, and changes the
 * port that a client has towards the server, as a NAT does that forgot it. A seed repeats the odds, not the moments. Thread-safe; one thread does all of it.
 */
public final class DatagramProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatagramProxy.class);
    private static final int DATAGRAM_BYTES = 65_535;
    private static final int SOCKET_BUFFER_BYTES = 1024 * 1024;
    private static final int HUNDRED = 100;
    private static final long LONGEST_WAIT_MILLIS = 50;
    /** A client that is silent for as long as the first has the same port meanwhile; for as long as the second, it is forgotten. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_QUEUE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NANOS_OF_BYTE_BY_KILOBIT = 8_000_000;

    private final SocketAddress target;
    private final Supplier<DatagramFaults> faults;
    private final Random random;
    private final Selector selector;
    private final DatagramChannel door;
    private final Map<SocketAddress, Line> lines = new HashMap<>();
    private final PriorityQueue<Late> late = new PriorityQueue<>((a, b) -> Long.compare(a.due - b.due, 0));
    private final AtomicLong spoiled = new AtomicLong();
    private final AtomicLong rebound = new AtomicLong();
    private final AtomicLong blockedBytes = new AtomicLong();
    private volatile boolean blocked;

    private DatagramProxy(SocketAddress target, Supplier<DatagramFaults> faults, long seed) throws IOException {
        this.target = target;
        this.faults = faults;
        this.random = new Random(seed);
        this.selector = Selector.open();
        this.door = channel();
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        door.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Begins to pass on what comes.
     *
     * @param faults asked once for each client, one after the other
     */
    public static DatagramProxy open(InetSocketAddress target, Supplier<DatagramFaults> faults, long seed)
            throws IOException {
        DatagramProxy proxy = new DatagramProxy(target, faults, seed);
        Thread thread = new Thread(proxy::run, "parley-datagrams");
        thread.setDaemon(true);
        thread.start();
        return proxy;
    }

    /** Where it takes the datagrams of clients. */
    public int port() {
        return door.socket().getLocalPort();
    }

    /** Datagrams that were lost, doubled or late. */
    public long spoiled() {
        return spoiled.get();
    }

    /** How often a client was given another port. */
    public long rebound() {
        return rebound.get();
    }

    /** Lets nothing through, or everything again, as a firewall does that knows no UDP. */
    public void block(boolean value) {
        blocked = value;
    }

    /** Bytes of the datagrams that came while nothing was let through. */
    public long blockedBytes() {
        return blockedBytes.get();
    }

    @Override
    public void close() throws IOException {
        selector.close();
        door.close();
    }

    /** A datagram that waits. */
    private record Late(long due, ByteBuffer bytes, DatagramChannel through, SocketAddress to) {}

    /** One client, with the socket that it has towards the server now. */
    private final class Line {
        final SocketAddress client;
        final DatagramFaults its;
        final Direction up = new Direction();
        final Direction down = new Direction();
        DatagramChannel towardsServer;
        long rebindAt;
        long heardAt = System.nanoTime();

        Line(SocketAddress client) throws IOException {
            this.client = client;
            this.its = faults.get();
            this.towardsServer = bound();
            this.rebindAt = next();
        }

        boolean rebinds() {
            return its.rebindMillis() > 0 && !isSilentFor(QUIET_NANOS);
        }

        private DatagramChannel bound() throws IOException {
            DatagramChannel channel = channel();
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.register(selector, SelectionKey.OP_READ, this);
            return channel;
        }

        private long next() {
            return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(its.rebindMillis());
        }

        boolean isSilentFor(long nanos) {
            return System.nanoTime() - heardAt > nanos;
        }

        /** What the server still sends to the port before is lost. */
        void rebindIfDue() throws IOException {
            if (rebinds() && System.nanoTime() - rebindAt >= 0) {
                towardsServer.close();
                towardsServer = bound();
                rebindAt = next();
                rebound.incrementAndGet();
            }
        }
    }

    /** One direction of a line: when it is free again, and how many datagrams of a burst are still to be lost. */
    private static final class Direction {
        private long freeAt = System.nanoTime();
        private int toLose;

        /** Returns the time at which a datagram is at the other end; null if the line has no room for it. */
        @Nullable
        Long arrival(int bytes, DatagramLink link) {
            long now = System.nanoTime();
            long arrival = now;
            if (link.kilobitsPerSecond() > 0) {
                long begin = Math.max(now, freeAt);
                if (begin - now > LONGEST_QUEUE_NANOS) {
                    return null;
                }
                freeAt = begin + bytes * NANOS_OF_BYTE_BY_KILOBIT / link.kilobitsPerSecond();
                arrival = freeAt;
            }
            return arrival + TimeUnit.MILLISECONDS.toNanos(link.delayMillis());
        }
    }

    private static DatagramChannel channel() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        channel.socket().setReceiveBufferSize(SOCKET_BUFFER_BYTES);
        return channel;
    }

    private void run() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
        try {
            while (selector.isOpen()) {
                selector.select(untilNext());
                if (!selector.isOpen()) {
                    break;
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isValid()) {
                        readAll((DatagramChannel) key.channel(), (Line) key.attachment(), buffer);
                    }
                }
                selector.selectedKeys().clear();
                sendDue();
                for (Line line : lines.values()) {
                    line.rebindIfDue();
                }
            }
        } catch (IOException e) {
            LOG.warn("the proxy passes on no more", e);
        } finally {
            lines.values().forEach(this::end);
        }
    }

    private void forgetGone() {
        lines.values().removeIf(line -> {
            boolean isGone = line.isSilentFor(GONE_NANOS);
            if (isGone) {
                end(line);
            }
            return isGone;
        });
    }

    private void end(Line line) {
        try {
            line.towardsServer.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket cannot be closed", e);
        }
    }

    private long untilNext() {
        Late next = late.peek();
        long rebind = LONGEST_WAIT_MILLIS;
        for (Line line : lines.values()) {
            if (line.rebinds()) {
                rebind = Math.min(rebind, TimeUnit.NANOSECONDS.toMillis(line.rebindAt - System.nanoTime()));
            }
        }
        long due = next == null ? rebind : TimeUnit.NANOSECONDS.toMillis(next.due - System.nanoTime());
        return Math.max(1, Math.min(rebind, due));
    }

    /** @param line null for the door */
    private void readAll(DatagramChannel from, Line line, ByteBuffer buffer) throws IOException {
        while (from.isOpen()) {
            buffer.clear();
            SocketAddress sender = from.receive(buffer);
            if (sender == null) {
                return;
            }
            buffer.flip();
            if (blocked) {
                blockedBytes.addAndGet(buffer.remaining());
                continue;
            }
            if (line == null) {
                Line its = lines.get(sender);
                if (its == null) {
                    forgetGone();
                    its = new Line(sender);
                    lines.put(sender, its);
                }
                its.heardAt = System.nanoTime();
                pass(buffer, its, its.up, its.towardsServer, target);
            } else {
                pass(buffer, line, line.down, door, line.client);
            }
        }
    }

    private void pass(ByteBuffer bytes, Line line, Direction way, DatagramChannel through, SocketAddress to)
            throws IOException {
        DatagramFaults its = line.its;
        if (way.toLose > 0 || happens(its.lostPercent())) {
            way.toLose = way.toLose > 0 ? way.toLose - 1 : its.link().burst() - 1;
            return;
        }
        Long arrival = bytes.remaining() > its.link().mostBytes() ? null : way.arrival(bytes.remaining(), its.link());
        if (arrival == null) {
            return;
        }
        if (happens(its.doubledPercent())) {
            through.send(bytes.duplicate(), to);
        }
        boolean isLate = happens(its.latePercent());
        long due = isLate ? arrival + TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(its.mostLateMillis())) : arrival;
        if (due - System.nanoTime() > 0) {
            ByteBuffer kept = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            late.add(new Late(due, kept, through, to));
        } else {
            through.send(bytes, to);
        }
    }

    private boolean happens(int percent) {
        boolean happens = percent > 0 && random.nextInt(HUNDRED) < percent;
        if (happens) {
            spoiled.incrementAndGet();
        }
        return happens;
    }

    private void sendDue() throws IOException {
        for (Late next = late.peek(); next != null && next.due - System.nanoTime() <= 0; next = late.peek()) {
            late.remove();
            if (next.through.isOpen()) {
                next.through.send(next.bytes, next.to);
            }
        }
    }
}
