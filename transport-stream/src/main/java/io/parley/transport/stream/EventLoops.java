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
 * The event loops that all streams and QUIC connections of a JVM share. They start with the first user and stop a second after the last one
 * left, so that a client that reconnects finds them running and a late call to a closed connection finds its loop
 * alive; at once where an application takes its copy of Parley with it. Thread-safe.
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

    /** Returns the loops that all users of a JVM share. */
    public static EventLoops shared() {
        return SHARED;
    }

    /** Returns those of the JDK's selectors, for sockets of the JDK's that somebody else made; the shared ones, where those are. */
    static EventLoops ofSelectors() {
        return Transport.epoll().available().getAsBoolean() ? OF_SELECTORS : SHARED;
    }

    /** Running loops and the transport whose channels they serve. */
    public record Loops(EventLoopGroup group, Transport transport) {
        /** Returns what makes UDP sockets for these loops. */
        public ChannelFactory<DatagramChannel> datagrams() {
            return transport.datagrams();
        }
    }

    /** Adds a user, who calls {@link #release} once, also if this completes exceptionally. Never blocks. */
    public synchronized CompletableFuture<Loops> acquire() {
        users++;
        CompletableFuture<Loops> loops = running;
        if (loops == null || loops.isCompletedExceptionally()) {
            loops = choice.get().thenApply(EventLoops::start);
            running = loops;
        }
        return loops;
    }

    /** Adds a user of loops that are surely running, because another user has them. */
    public synchronized void retain() {
        users++;
    }

    /** Takes out a user. */
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

    /** The loops if they run by now. */
    private @Nullable Loops runningNow() {
        return running == null || running.isCompletedExceptionally() ? null : running.getNow(null);
    }

    private static Loops start(Transport transport) {
        return new Loops(transport.groups().apply(Runtime.getRuntime().availableProcessors()), transport);
    }
}
