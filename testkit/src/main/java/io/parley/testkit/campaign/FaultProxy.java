package io.parley.testkit.campaign;

import io.parley.testkit.LoopbackSockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A TCP proxy on the loopback address that applies a fault to each connection. Thread-safe. */
public final class FaultProxy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final int SLOW_BYTES = 700;
    private static final long SLOW_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final int SLICES = 400;

    private final Supplier<InetSocketAddress> targets;
    private final Supplier<WireFault> faults;
    private final WireTap tap;
    private final LoopbackSockets sockets = new LoopbackSockets();
    private final AtomicLong spoiled = new AtomicLong();

    private FaultProxy(Supplier<InetSocketAddress> targets, Supplier<WireFault> faults, WireTap tap)
            throws IOException {
        this.targets = targets;
        this.faults = faults;
        this.tap = tap;
    }

    /**
     * Opens a proxy.
     *
     * @param faults called once for each connection, sequentially
     */
    public static FaultProxy open(InetSocketAddress target, Supplier<WireFault> faults) throws IOException {
        return open(new FaultProxy(() -> target, faults, WireTap.NONE));
    }

    /** Opens a proxy without faults that shows the tap all bytes. */
    public static FaultProxy open(InetSocketAddress target, WireTap tap) throws IOException {
        return open(new FaultProxy(() -> target, () -> new WireFault(WireFault.Kind.NONE, 0), tap));
    }

    /**
     * Opens a balancer without faults.
     *
     * @param targets called once for each connection, sequentially; a connection whose target cannot be reached is
     *     closed
     */
    public static FaultProxy balancing(Supplier<InetSocketAddress> targets) throws IOException {
        return open(new FaultProxy(targets, () -> new WireFault(WireFault.Kind.NONE, 0), WireTap.NONE));
    }

    private static FaultProxy open(FaultProxy proxy) {
        start(proxy::accept, "parley-proxy");
        return proxy;
    }

    /** Returns the port that it listens at. */
    public int port() {
        return sockets.port();
    }

    /** Returns the number of faults that were applied. */
    public long spoiled() {
        return spoiled.get();
    }

    /** Closes all open connections. */
    public void cut() {
        sockets.cut();
    }

    @Override
    public void close() throws IOException {
        sockets.close();
    }

    private void accept() {
        while (!sockets.isClosed()) {
            try {
                join(sockets.accept());
            } catch (IOException e) {
                // The listener is closed, or the target cannot be reached: then the client's connection was closed.
                LOG.debug("Closed a connection that could not be forwarded", e);
            }
        }
    }

    private void join(Socket near) throws IOException {
        Socket far;
        try {
            far = sockets.connect(targets.get());
        } catch (IOException e) {
            sockets.drop(near);
            throw e;
        }
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        Line line = new Line(near, far, faults.get());
        start(() -> line.pump(near, far), "parley-proxy-up");
        start(() -> line.pump(far, near), "parley-proxy-down");
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection and its counterpart to the target. */
    private final class Line {
        private final Socket near;
        private final Socket far;
        private final WireFault fault;
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicInteger over = new AtomicInteger();
        private boolean happened;

        Line(Socket near, Socket far, WireFault fault) {
            this.near = near;
            this.far = far;
            this.fault = fault;
        }

        void pump(Socket from, Socket to) {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    tap.passed(near.getPort(), from == near, Arrays.copyOf(buffer, read));
                    pass(buffer, read, out);
                }
                to.shutdownOutput();
                if (over.incrementAndGet() == 2) {
                    end();
                }
            } catch (IOException e) {
                // Either end is closed, perhaps by the fault itself: close the other, too.
                end();
            }
        }

        private void pass(byte[] buffer, int length, OutputStream out) throws IOException {
            long after = bytes.addAndGet(length);
            if (after < fault.afterBytes()) {
                out.write(buffer, 0, length);
                return;
            }
            boolean first = isFirst();
            switch (fault.kind()) {
                case NONE -> out.write(buffer, 0, length);
                case BLACK_HOLE -> {}
                case DELAY -> {
                    LockSupport.parkNanos(DELAY_NANOS);
                    out.write(buffer, 0, length);
                }
                case SLOW -> write(buffer, length, SLOW_BYTES, SLOW_NANOS, out);
                case FLIP -> {
                    if (first) {
                        buffer[length / 2] = (byte) (buffer[length / 2] ^ 4);
                    }
                    out.write(buffer, 0, length);
                }
                case SLICES -> {
                    write(buffer, Math.min(length, SLICES), 1, 0, out);
                    end();
                }
                case CUT -> end();
                case RESET -> {
                    near.setSoLinger(true, 0);
                    far.setSoLinger(true, 0);
                    end();
                }
            }
        }

        private void write(byte[] buffer, int length, int step, long pause, OutputStream out) throws IOException {
            for (int at = 0; at < length; at += step) {
                out.write(buffer, at, Math.min(step, length - at));
                LockSupport.parkNanos(pause);
            }
        }

        private synchronized boolean isFirst() {
            boolean first = !happened;
            happened = true;
            if (first && fault.kind() != WireFault.Kind.NONE) {
                spoiled.incrementAndGet();
            }
            return first;
        }

        private void end() {
            sockets.drop(near);
            sockets.drop(far);
        }
    }
}
