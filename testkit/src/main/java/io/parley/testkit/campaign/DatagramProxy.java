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
 * A UDP proxy on the loopback address that drops, duplicates and delays datagrams, has the rate and maximum length of a
 * {@link DatagramLink}, and changes a client's port towards the server, as a NAT does that lost its mapping. A seed
 * repeats the choices, not their times. Thread-safe; one thread does all the work.
 */
public final class DatagramProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatagramProxy.class);
    private static final int DATAGRAM_BYTES = 65_535;
    private static final int SOCKET_BUFFER_BYTES = 1024 * 1024;
    private static final int HUNDRED = 100;
    private static final long LONGEST_WAIT_MILLIS = 50;
    /** Silence after which a client's port is no longer changed, and silence after which the client is forgotten. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long GONE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long LONGEST_QUEUE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NANOS_OF_BYTE_BY_KILOBIT = 8_000_000;

    private final SocketAddress target;
    private final Supplier<DatagramFaults> faults;
    private final Random random;
    private final Selector selector;
    private final DatagramChannel clients;
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
        this.clients = channel();
        clients.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        clients.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Opens a proxy and starts its thread.
     *
     * @param faults called once for each client, sequentially
     */
    public static DatagramProxy open(InetSocketAddress target, Supplier<DatagramFaults> faults, long seed)
            throws IOException {
        DatagramProxy proxy = new DatagramProxy(target, faults, seed);
        Thread thread = new Thread(proxy::run, "parley-datagrams");
        thread.setDaemon(true);
        thread.start();
        return proxy;
    }

    /** Returns the port that clients send to. */
    public int port() {
        return clients.socket().getLocalPort();
    }

    /** Returns the number of datagrams that were dropped, duplicated or delayed. */
    public long spoiled() {
        return spoiled.get();
    }

    /** Returns how often a client's port towards the server was changed. */
    public long rebound() {
        return rebound.get();
    }

    /** Blocks all datagrams, or stops blocking them, as a firewall without UDP does. */
    public void block(boolean value) {
        blocked = value;
    }

    /** Returns the bytes of the datagrams that were dropped while the proxy was blocked. */
    public long blockedBytes() {
        return blockedBytes.get();
    }

    @Override
    public void close() throws IOException {
        selector.close();
        clients.close();
    }

    /** A datagram that is delayed. */
    private record Late(long due, ByteBuffer bytes, DatagramChannel through, SocketAddress to) {}

    /** One client, with its current socket towards the server. */
    private final class Line {
        final SocketAddress client;
        final DatagramFaults lineFaults;
        final Direction up = new Direction();
        final Direction down = new Direction();
        DatagramChannel towardsServer;
        long rebindAt;
        long heardAt = System.nanoTime();

        Line(SocketAddress client) throws IOException {
            this.client = client;
            this.lineFaults = faults.get();
            this.towardsServer = bound();
            this.rebindAt = next();
        }

        boolean rebinds() {
            return lineFaults.rebindMillis() > 0 && !isSilentFor(QUIET_NANOS);
        }

        private DatagramChannel bound() throws IOException {
            DatagramChannel channel = channel();
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.register(selector, SelectionKey.OP_READ, this);
            return channel;
        }

        private long next() {
            return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lineFaults.rebindMillis());
        }

        boolean isSilentFor(long nanos) {
            return System.nanoTime() - heardAt > nanos;
        }

        /**
         * Changes the port towards the server if it is time; datagrams that the server still sends to the old port are
         * lost.
         */
        void rebindIfDue() throws IOException {
            if (rebinds() && System.nanoTime() - rebindAt >= 0) {
                towardsServer.close();
                towardsServer = bound();
                rebindAt = next();
                rebound.incrementAndGet();
            }
        }
    }

    /** One direction of a path: when it is free again, and how many datagrams of a burst are still to be dropped. */
    private static final class Direction {
        private long freeAt = System.nanoTime();
        private int toLose;

        /** Returns when a datagram arrives at the other end; null if the queue is full. */
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
            LOG.warn("Stopped forwarding datagrams: the UDP proxy failed", e);
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

    /**
     * Reads all datagrams that are available.
     *
     * @param line null for the socket of the clients
     */
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
                Line sendersLine = lines.get(sender);
                if (sendersLine == null) {
                    forgetGone();
                    sendersLine = new Line(sender);
                    lines.put(sender, sendersLine);
                }
                sendersLine.heardAt = System.nanoTime();
                pass(buffer, sendersLine, sendersLine.up, sendersLine.towardsServer, target);
            } else {
                pass(buffer, line, line.down, clients, line.client);
            }
        }
    }

    private void pass(ByteBuffer bytes, Line line, Direction direction, DatagramChannel through, SocketAddress to)
            throws IOException {
        DatagramFaults lineFaults = line.lineFaults;
        if (direction.toLose > 0 || happens(lineFaults.lostPercent())) {
            direction.toLose = direction.toLose > 0
                    ? direction.toLose - 1
                    : lineFaults.link().burst() - 1;
            return;
        }
        Long arrival = bytes.remaining() > lineFaults.link().mostBytes()
                ? null
                : direction.arrival(bytes.remaining(), lineFaults.link());
        if (arrival == null) {
            return;
        }
        if (happens(lineFaults.doubledPercent())) {
            through.send(bytes.duplicate(), to);
        }
        boolean isLate = happens(lineFaults.latePercent());
        long due = isLate
                ? arrival + TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(lineFaults.mostLateMillis()))
                : arrival;
        if (due - System.nanoTime() > 0) {
            ByteBuffer copy = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            late.add(new Late(due, copy, through, to));
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
