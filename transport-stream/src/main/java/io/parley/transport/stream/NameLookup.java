package io.parley.transport.stream;

import io.netty.util.NetUtil;
import io.parley.DaemonThreads;
import io.parley.SharedThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Turns names into addresses away from the event loops, because the JDK's resolver blocks for as long as the name
 * server likes. A few threads and a short queue: when all of them hang, further names fail at once. Thread-safe.
 */
public final class NameLookup {
    private static final int THREADS = 4;
    private static final int WAITING = 64;
    private static final NameLookup SHARED = new NameLookup(InetAddress::getAllByName);

    static {
        SharedThreads.shared(SHARED.threads);
    }

    private final Resolver resolver;
    private final ThreadPoolExecutor threads;

    /** Asks the name service; may block. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    NameLookup(Resolver resolver) {
        this.resolver = resolver;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                DaemonThreads.numbered("parley-names-"));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the lookup that all channels of a JVM share. */
    public static NameLookup shared() {
        return SHARED;
    }

    /** Returns all addresses in the resolver's order, at least one. Never blocks; literals complete at once. */
    public CompletableFuture<List<InetAddress>> addresses(String host) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        try {
            if (literal != null) {
                found.complete(List.of(InetAddress.getByAddress(host, literal)));
            } else {
                threads.execute(() -> look(host, found));
            }
        } catch (UnknownHostException | RejectedExecutionException e) {
            found.completeExceptionally(e);
        }
        return found;
    }

    private void look(String host, CompletableFuture<List<InetAddress>> found) {
        try {
            found.complete(List.of(resolver.resolve(host)));
        } catch (UnknownHostException | RuntimeException e) {
            found.completeExceptionally(e);
        }
    }
}
