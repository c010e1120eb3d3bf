package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Causes;
import io.parley.Delays;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The opening side of an http connection. Frames are sent in numbered posts, at most three at a time, and received in
 * the responses, which are read in the order of their posts. One post is always outstanding so that the other side can
 * send, and two while it sends long bodies. A failed post ends the connection, except for one that another node
 * refused, which is sent again.
 */
public final class HttpOpeningConnection implements Connection {
    private static final int ID_BYTES = 16;
    private static final long CLOSE_MILLIS = 1_000;
    /** Limits of the retries of a post that other nodes refuse while the session is open. */
    private static final int MOST_TRIES = 32;

    private static final long TRIES_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_PAUSE_MILLIS = 200;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String id;
    private final Poster poster;
    private final String remote;
    private final boolean secure;
    private final Delivery delivery;

    private final Object lock = new Object();
    /** Guarded by the lock, as are all fields below. */
    private final FrameQueue outgoing = new FrameQueue();

    private final Map<Long, Reply> arrived = new HashMap<>();
    private long posted = 1;
    private long delivered = 1;
    /** Number of posts to keep outstanding so that the other side can send. */
    private int wantedOutstanding = 1;

    /** True once frames were received, so that posts are known to reach the node. */
    private boolean framesReceived;

    private boolean delivering;
    private boolean reading = true;
    private boolean closing;
    private boolean endPosted;
    private boolean over;

    private HttpOpeningConnection(Poster poster, String remote, boolean secure, ConnectionHandler handler) {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        this.id = HexFormat.of().formatHex(random);
        this.poster = poster;
        this.remote = remote;
        this.secure = secure;
        this.delivery = new Delivery();
        delivery.start(() -> handler);
    }

    /**
     * Connects: the first post is empty and answered at once.
     *
     * @param poster closed with the connection, or if there is none
     * @param remote the service's address, for logs
     * @param secure true if posts are sent with transport security
     * @param limit timeout of the first post
     * @return completes with the connection, or exceptionally with {@code CONNECT_FAILED} or {@code OPEN_TIMEOUT}
     */
    public static CompletionStage<Connection> connect(
            Poster poster, String remote, boolean secure, Duration limit, ConnectionHandler handler) {
        HttpOpeningConnection connection = new HttpOpeningConnection(poster, remote, secure, handler);
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        CompletableFuture<Reply> first = new CompletableFuture<>();
        connection.sendFirst(1, first);
        var unused = within(limit, first)
                .whenCompleteAsync(
                        (reply, failure) -> {
                            ParleyException why = connection.firstFailure(reply, failure, limit);
                            if (why == null) {
                                connected.complete(connection);
                                connection.post();
                            } else {
                                poster.close();
                                connected.completeExceptionally(why);
                            }
                        },
                        Delivery.executor());
        return connected;
    }

    /**
     * Sends the first post, and sends it again while other nodes receive it: a load balancer may route the next one
     * correctly.
     */
    private void sendFirst(int tries, CompletableFuture<Reply> first) {
        var unused = poster.post(new Post(id, 1, false, Unpooled.EMPTY_BUFFER)).whenComplete((reply, failure) -> {
            if (reply == null) {
                first.completeExceptionally(failure);
            } else if (reply.status() == Reply.WRONG_NODE && tries < Affinity.MOST_TRIES) {
                reply.body().release();
                sendFirst(tries + 1, first);
            } else {
                first.complete(reply);
            }
        });
    }

    /** Returns the reply, or a failure when the limit has expired; a reply that comes later is released. */
    private static CompletableFuture<Reply> within(Duration limit, CompletionStage<Reply> first) {
        CompletableFuture<Reply> inTime = new CompletableFuture<>();
        first.whenComplete((reply, failure) -> {
            if (reply == null) {
                inTime.completeExceptionally(failure);
            } else if (!inTime.complete(reply)) {
                reply.body().release();
            }
        });
        return Delays.orTimeout(inTime, limit);
    }

    private @Nullable ParleyException firstFailure(@Nullable Reply reply, @Nullable Throwable failure, Duration limit) {
        if (reply != null) {
            reply.body().release();
            return reply.status() == Reply.OK && !reply.end()
                    ? null
                    : new ParleyException(
                            reply.status() == Reply.WRONG_NODE ? ErrorCode.WRONG_NODE : ErrorCode.CONNECT_FAILED,
                            unexpected(1, reply));
        }
        if (failure instanceof TimeoutException) {
            return new ParleyException(
                    ErrorCode.OPEN_TIMEOUT,
                    remote + ": expected the first post to be answered within " + limit.toMillis()
                            + " ms, found no answer; " + ChannelSettings.reachSettings());
        }
        return new ParleyException(
                ErrorCode.CONNECT_FAILED,
                remote + ": expected the first post to be answered, found " + Causes.text(failure),
                failure);
    }

    private String unexpected(long number, Reply reply) {
        String why = switch (reply.status()) {
            case Reply.UNKNOWN -> "; another node may have got it, or the service was restarted";
            case Reply.WRONG_NODE ->
                "; another node got it: the balancer has to send requests with the same " + Affinity.ROUTE_HEADER
                        + " or its own cookies to one node";
            default -> "";
        };
        return "post " + number + " to " + remote + ": expected status 200, found " + reply.status() + why;
    }

    @Override
    public void send(ByteBuf frame) {
        synchronized (lock) {
            if (!closing && !over) {
                outgoing.add(frame);
                return;
            }
        }
        frame.release();
    }

    @Override
    public void flush() {
        post();
    }

    @Override
    public boolean isWritable() {
        synchronized (lock) {
            return !closing && !over && outgoing.hasRoom();
        }
    }

    @Override
    public void setReading(boolean value) {
        synchronized (lock) {
            reading = value;
        }
        if (value) {
            Delivery.executor().execute(this::deliver);
        }
    }

    @Override
    public void markAccepted() {
        // Only the accepting side counts.
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public boolean isSecure() {
        return secure;
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closing || over) {
                return;
            }
            closing = true;
            reading = true;
        }
        delivery.stop();
        post();
        Delays.run(() -> end(null), Duration.ofMillis(CLOSE_MILLIS), Delivery.executor());
    }

    /** Sends posts for the queued frames, and those that the other side needs to be able to send. */
    private void post() {
        for (Post next = nextPost(); next != null; next = nextPost()) {
            send(next, 1, System.nanoTime());
        }
        tellWritable();
    }

    /** Sends a post, again if another node refused it unread. Its body is retained until it was answered. */
    private void send(Post post, int tries, long since) {
        poster.post(post.copy())
                .whenCompleteAsync(
                        (reply, failure) -> {
                            if (reply != null && reply.status() == Reply.WRONG_NODE && maySendAgain(tries, since)) {
                                reply.body().release();
                                long pause = Math.min(LONGEST_PAUSE_MILLIS, (long) tries * tries);
                                Delays.run(
                                        () -> send(post, tries + 1, since),
                                        Duration.ofMillis(pause),
                                        Delivery.executor());
                            } else {
                                post.body().release();
                                onReply(post.number(), reply, failure);
                            }
                        },
                        poster.replies());
    }

    /**
     * Returns whether a refused post may be sent again: only after frames were received, so that a balancer without
     * affinity is detected before there is a session.
     */
    private boolean maySendAgain(int tries, long since) {
        synchronized (lock) {
            return framesReceived && !over && tries < MOST_TRIES && System.nanoTime() - since < TRIES_NANOS;
        }
    }

    private @Nullable Post nextPost() {
        synchronized (lock) {
            long outstanding = posted - delivered;
            boolean needed = !outgoing.isEmpty() || closing || outstanding < wantedOutstanding;
            if (over || endPosted || outstanding >= HttpFrames.MOST_OUTSTANDING || !needed) {
                return null;
            }
            ByteBuf body = outgoing.take();
            endPosted = closing && outgoing.isEmpty();
            posted++;
            return new Post(id, posted, endPosted, body);
        }
    }

    private void onReply(long number, @Nullable Reply reply, @Nullable Throwable failure) {
        if (reply == null) {
            end(new ParleyException(
                    ErrorCode.CONNECTION_LOST,
                    "post " + number + " to " + remote + " was not answered: " + Causes.text(failure),
                    failure));
            return;
        }
        if (reply.status() == Reply.WRONG_NODE) {
            // Handled out of order: earlier posts may be held for long.
            reply.body().release();
            end(new ParleyException(lost(reply), unexpected(number, reply)));
            return;
        }
        synchronized (lock) {
            if (!over) {
                arrived.put(number, reply);
                reply = null;
            }
        }
        if (reply == null) {
            deliver();
        } else {
            reply.body().release();
        }
    }

    /** Delivers the responses that are next in order. */
    private void deliver() {
        for (Reply next = nextReply(); next != null; next = nextReply()) {
            if (next.status() == Reply.OK) {
                delivery.frames(next.body());
            } else {
                next.body().release();
                end(new ParleyException(lost(next), unexpected(delivered(), next)));
            }
            if (wasLast(next)) {
                end(null);
            } else {
                post();
            }
        }
    }

    private ErrorCode lost(Reply reply) {
        synchronized (lock) {
            return reply.status() == Reply.WRONG_NODE && !framesReceived
                    ? ErrorCode.WRONG_NODE
                    : ErrorCode.CONNECTION_LOST;
        }
    }

    private @Nullable Reply nextReply() {
        synchronized (lock) {
            Reply next = delivering || !reading ? null : arrived.remove(delivered + 1);
            if (next != null) {
                delivering = true;
                framesReceived |= next.body().isReadable();
                wantedOutstanding = next.body().readableBytes() < HttpFrames.LONG_BODY_BYTES ? 1 : HttpFrames.MOST_HELD;
            }
            return next;
        }
    }

    private long delivered() {
        synchronized (lock) {
            return delivered + 1;
        }
    }

    /** Counts a response as delivered; returns whether it was the last one. */
    private boolean wasLast(Reply reply) {
        synchronized (lock) {
            delivering = false;
            delivered++;
            return reply.end() || (endPosted && delivered == posted);
        }
    }

    private void tellWritable() {
        boolean tell;
        synchronized (lock) {
            tell = !over && outgoing.mayTellWritable();
        }
        if (tell) {
            delivery.writable();
        }
    }

    private void end(@Nullable Throwable cause) {
        boolean orderly;
        synchronized (lock) {
            if (over) {
                return;
            }
            over = true;
            orderly = closing;
            outgoing.clear();
            arrived.values().forEach(reply -> reply.body().release());
            arrived.clear();
        }
        poster.close();
        delivery.closed(orderly ? null : cause);
    }
}
