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
 * Resolves host names away from the event loops, because the JDK's resolver blocks until the name server responds. It
 * has a few threads and a short queue: when all of them hang, further look-ups fail at once. Thread-safe.
 */
public final class NameLookup {
    private static final int THREADS = 4;
    private static final int MAX_PENDING = 64;
    private static final NameLookup SHARED = new NameLookup(InetAddress::getAllByName);

    static {
        SharedThreads.shared(SHARED.threads);
    }

    private final Resolver resolver;
    private final ThreadPoolExecutor threads;

    /** Blocking call of the name service. */
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
                new ArrayBlockingQueue<>(MAX_PENDING),
                DaemonThreads.numbered("parley-names-"));
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the lookup that all channels of the JVM share. */
    public static NameLookup shared() {
        return SHARED;
    }

    /**
     * Returns all addresses of a host in the resolver's order, at least one. Never blocks; address literals complete at
     * once.
     *
     * @return fails with {@link UnknownHostException}, or with {@link RejectedExecutionException} when too many
     *     look-ups are pending
     */
    public CompletableFuture<List<InetAddress>> addresses(String host) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        try {
            if (literal != null) {
                found.complete(List.of(InetAddress.getByAddress(host, literal)));
            } else {
                threads.execute(() -> resolve(host, found));
            }
        } catch (UnknownHostException | RejectedExecutionException e) {
            found.completeExceptionally(e);
        }
        return found;
    }

    private void resolve(String host, CompletableFuture<List<InetAddress>> found) {
        try {
            found.complete(List.of(resolver.resolve(host)));
        } catch (UnknownHostException | RuntimeException e) {
            found.completeExceptionally(e);
        }
    }
}
