package io.parley.channel.http;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.Limit;
import io.parley.SharedThreads;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.UrlPendingConnections;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The accepting side of the http channel at one URL. Assigns the posts that the HTTP server passes on to their
 * connections. Thread-safe; no method blocks.
 */
public final class HttpAcceptor implements AutoCloseable {
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final ScheduledThreadPoolExecutor CLOCK =
            SharedThreads.shared(Delays.clock(DaemonThreads.named("parley-http-clock")));

    private final UrlPendingConnections pendingConnections;
    /**
     * Maximum size of an unread body of a connection whose turn it is not: a preamble and a frame that opens a session.
     */
    private final long mostUnread;

    private final BiFunction<Connection, PostSender, ConnectionHandler> acceptor;
    /** Name of this node; empty if posts for every node are accepted. */
    private final String node;

    private final Map<String, HttpAcceptedConnection> connections = new ConcurrentHashMap<>();
    /** Periodic check, scheduled while there are connections. Guarded by this. */
    private @Nullable ScheduledFuture<?> ticks;

    private volatile boolean closed;
    private final CompletableFuture<Void> left = new CompletableFuture<>();

    /**
     * Creates an acceptor for the only node at its URL.
     *
     * @param settings of which {@code PENDING_CONNECTIONS} and {@code PENDING_PER_ADDRESS} are enforced here
     * @param acceptor called once per connection, with the sender of its first post, before its first frame; must not
     *     block
     */
    public HttpAcceptor(ChannelSettings settings, BiFunction<Connection, PostSender, ConnectionHandler> acceptor) {
        this(settings, "", acceptor);
    }

    /**
     * Creates an acceptor for one of several nodes.
     *
     * @param node its name; posts for another node are refused
     */
    public HttpAcceptor(
            ChannelSettings settings, String node, BiFunction<Connection, PostSender, ConnectionHandler> acceptor) {
        this.node = node;
        this.pendingConnections = new UrlPendingConnections(settings.limits());
        this.mostUnread = 2 * settings.limits().get(Limit.OPENING_BYTES);
        this.acceptor = acceptor;
    }

    /** Accepts a post and releases its body. The response is sent now or later, on any thread. */
    public void onPost(Post post, PostSender from, ReplyCallback to) {
        if (!node.isEmpty() && !post.node().isEmpty() && !post.node().equals(node)) {
            post.body().release();
            to.answer(Reply.refusal(Reply.WRONG_NODE));
            return;
        }
        HttpAcceptedConnection connection =
                post.number() == 1 ? accept(post, from) : connections.get(post.connection());
        if (connection == null || !connection.isOf(from)) {
            post.body().release();
            to.answer(Reply.refusal(
                    connection != null ? Reply.FOREIGN : post.number() == 1 ? Reply.TOO_MANY : Reply.UNKNOWN));
        } else {
            connection.onPost(post, to, now());
        }
    }

    /** Returns whether there are no connections. */
    public boolean isEmpty() {
        return connections.isEmpty();
    }

    /** Accepts no more connections; those that stand are left alone. Idempotent. */
    @Override
    public void close() {
        closed = true;
        leaveIfEmpty();
    }

    /** Returns a stage that completes once this is closed and the last connection has ended. */
    public CompletionStage<Void> left() {
        return left.minimalCompletionStage();
    }

    /**
     * Returns the connection of a first post: a new one, or the existing one with the same id; null if there are too
     * many.
     */
    private @Nullable HttpAcceptedConnection accept(Post post, PostSender from) {
        HttpAcceptedConnection known = connections.get(post.connection());
        if (known != null) {
            return known;
        }
        if (closed || pendingConnections.isFull()) {
            return null;
        }
        HttpAcceptedConnection connection =
                new HttpAcceptedConnection(post.connection(), from, this, pendingConnections.place(), now());
        connection.deliverTo(() -> acceptor.apply(connection, from));
        HttpAcceptedConnection other = connections.putIfAbsent(post.connection(), connection);
        if (other != null) {
            connection.end(null);
            return other;
        }
        if (closed) { // Closed concurrently, maybe before this connection was visible.
            connection.end(null);
            return null;
        }
        connection.takePlace();
        watch();
        return connection;
    }

    long mostUnread() {
        return mostUnread;
    }

    void remove(String id, HttpAcceptedConnection connection) {
        connections.remove(id, connection);
        watch();
        leaveIfEmpty();
    }

    long now() {
        return System.nanoTime();
    }

    /** Starts the periodic check if there are connections, and stops it if there are none. */
    private synchronized void watch() {
        ScheduledFuture<?> running = ticks;
        if (running == null && !connections.isEmpty()) {
            ticks = Delays.every(CLOCK, "The check of posts", TICK, TICK, this::tick);
        } else if (running != null && connections.isEmpty()) {
            running.cancel(false);
            ticks = null;
        }
    }

    private void tick() {
        long now = now();
        connections.values().forEach(connection -> connection.onTick(now));
    }

    private void leaveIfEmpty() {
        if (closed && connections.isEmpty()) {
            left.complete(null);
        }
    }
}
