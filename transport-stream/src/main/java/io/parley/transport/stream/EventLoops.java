package io.parley.transport.stream;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.parley.SharedThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Event loops that all streams and QUIC connections of a JVM share. They start with the first user and stop one second
 * after the last release, so that a client that reconnects finds them running and a late call on a closed connection
 * finds its loop alive; if an application is unloaded with its copy of Parley, they stop at once. Thread-safe.
 */
public final class EventLoops {
    static final TransportChoice CHOICE = new TransportChoice(Transport.preferred(), Transport.nio());
    private static final EventLoops SHARED = new EventLoops(CHOICE::best);
    private static final EventLoops OF_SELECTORS =
            new EventLoops(() -> CompletableFuture.completedFuture(Transport.nio()));
    private static final long LINGER_MILLIS = 1_000;

    static {
        SharedThreads.whenLeft(SHARED::stopIfUnused);
    }

    private final Supplier<CompletableFuture<Transport>> choice;
    private int users;
    private @Nullable CompletableFuture<Loops> running;

    EventLoops(Supplier<CompletableFuture<Transport>> choice) {
        this.choice = choice;
    }

    /** Returns the event loops that the whole JVM shares. */
    public static EventLoops shared() {
        return SHARED;
    }

    /**
     * Returns event loops on the JDK's selectors, for JDK sockets that other code created; the shared ones where those
     * use selectors.
     */
    static EventLoops ofSelectors() {
        return Transport.epoll().available().getAsBoolean() ? OF_SELECTORS : SHARED;
    }

    /** Running event loops, and the transport whose channels they serve. */
    public record Loops(EventLoopGroup group, Transport transport) {
        /** Returns a factory of UDP sockets for these loops. */
        public ChannelFactory<DatagramChannel> datagrams() {
            return transport.datagrams();
        }
    }

    /** Adds a user, who must call {@link #release} once, even if the future completes exceptionally. Never blocks. */
    public synchronized CompletableFuture<Loops> acquire() {
        users++;
        CompletableFuture<Loops> loops = running;
        if (loops == null || loops.isCompletedExceptionally()) {
            loops = choice.get().thenApply(EventLoops::start);
            running = loops;
        }
        return loops;
    }

    /** Adds a user of loops that are known to run because another user holds them. */
    public synchronized void retain() {
        users++;
    }

    /** Removes a user; the last one stops the loops. */
    public synchronized void release() {
        users--;
        Loops loops = runningNow();
        if (users == 0 && loops != null) {
            long linger = SharedThreads.isLingering() ? LINGER_MILLIS : 0;
            var unused = loops.group().schedule(this::stopIfUnused, linger, TimeUnit.MILLISECONDS);
        }
    }

    synchronized int users() {
        return users;
    }

    private synchronized void stopIfUnused() {
        Loops loops = runningNow();
        if (users == 0 && loops != null) {
            running = null;
            var unused = loops.group().shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }

    /** Returns the loops if they have started. */
    private @Nullable Loops runningNow() {
        return running == null || running.isCompletedExceptionally() ? null : running.getNow(null);
    }

    private static Loops start(Transport transport) {
        return new Loops(transport.groups().apply(Runtime.getRuntime().availableProcessors()), transport);
    }
}
