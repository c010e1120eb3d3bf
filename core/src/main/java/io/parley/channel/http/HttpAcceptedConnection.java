package io.parley.channel.http;

import io.netty.buffer.ByteBuf;
import io.parley.Delays;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.UrlPendingConnections;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The accepting side of an http connection. Bodies are read in the order of their numbers. A post is held unanswered
 * until there are frames to answer it with, too many posts are held, or it was held for {@link HttpFrames#HOLD}.
 */
final class HttpAcceptedConnection implements Connection {
    private static final long CLOSE_MILLIS = 1_000;

    private final PostSender caller;
    private final HttpAcceptor acceptor;
    private final String id;
    private final UrlPendingConnections.Place place;
    private final Delivery delivery = new Delivery();
    private volatile boolean silent = true;

    private final Object lock = new Object();
    /** Guarded by the lock, as are all fields below. */
    private final FrameQueue outgoing = new FrameQueue();

    private final Map<Long, Waiting> waiting = new HashMap<>();
    private final Deque<Held> held = new ArrayDeque<>();
    private long taken;
    private long answered;
    private long idleSince;
    /** Maximum number of posts that are held while there are no frames to send. */
    private int mostHeld = HttpFrames.MOST_HELD;

    private boolean delivering;
    private boolean reading = true;
    private boolean accepted;
    private boolean closing;
    private boolean over;

    /** A post whose body has not been read yet. */
    private record Waiting(Post post, ReplyCallback to, long since) {}

    /** A post whose body was read and that is still to be answered. */
    private record Held(ReplyCallback to, long since) {}

    /** A response that is ready to be sent. */
    private record Due(ReplyCallback to, Reply reply) {}

    HttpAcceptedConnection(
            String id, PostSender caller, HttpAcceptor acceptor, UrlPendingConnections.Place place, long now) {
        this.id = id;
        this.caller = caller;
        this.acceptor = acceptor;
        this.place = place;
        this.idleSince = now;
    }

    /** Sets the handler. Its supplier may already use this connection, as may the timers that it starts. */
    void deliverTo(Supplier<ConnectionHandler> handler) {
        delivery.start(handler);
    }

    /** Waits for its turn to be read, before the first post. */
    void takePlace() {
        place.take(this);
    }

    boolean isOf(PostSender other) {
        return caller.principal().equals(other.principal());
    }

    void onPost(Post post, ReplyCallback to, long now) {
        int bytes = post.body().readableBytes();
        if (bytes > acceptor.mostUnread() && place.isWaiting()) {
            post.body().release();
            to.answer(Reply.refusal(Reply.TOO_LONG));
            end(ParleyException.limit(Limit.OPENING_BYTES, acceptor.mostUnread(), bytes, "http body"));
            return;
        }
        boolean outOfOrder;
        synchronized (lock) {
            outOfOrder = !over && isOutOfOrder(post.number());
            if (!over && !outOfOrder) {
                waiting.put(post.number(), new Waiting(post, to, now));
                to = null;
            }
        }
        if (to == null) {
            takeBodies(now);
            return;
        }
        post.body().release();
        to.answer(Reply.refusal(outOfOrder ? Reply.OUT_OF_ORDER : Reply.UNKNOWN));
        if (outOfOrder) {
            end(new ParleyException(
                    ErrorCode.PROTOCOL, "http: post " + post.number() + " was there before, or is too far ahead"));
        }
    }

    private boolean isOutOfOrder(long number) {
        return number <= taken
                || waiting.containsKey(number)
                || number > answered + HttpFrames.MOST_OUTSTANDING
                || (delivering && number == taken + 1);
    }

    /** Delivers the bodies that are next in order. */
    private void takeBodies(long now) {
        for (Waiting next = nextBody(); next != null; next = nextBody()) {
            delivery.frames(next.post().body());
            synchronized (lock) {
                delivering = false;
                taken++;
                held.add(new Held(next.to(), now));
            }
            if (next.post().end()) {
                delivery.stop();
                endOrderly();
            }
            answer(now);
        }
    }

    private @Nullable Waiting nextBody() {
        synchronized (lock) {
            Waiting next = delivering || over ? null : waiting.get(taken + 1);
            if (next == null || (!reading && next.post().body().isReadable())) {
                return null; // A post without frames is not something to be read.
            }
            waiting.remove(taken + 1);
            delivering = true;
            int bytes = next.post().body().readableBytes();
            silent &= bytes == 0;
            mostHeld = bytes >= HttpFrames.LONG_BODY_BYTES ? 1 : HttpFrames.MOST_HELD;
            return next;
        }
    }

    /** Answers the posts that are due. */
    private void answer(long now) {
        List<Due> due = new ArrayList<>(HttpFrames.MOST_OUTSTANDING);
        boolean ended = false;
        boolean tell;
        synchronized (lock) {
            while (!held.isEmpty() && isDue(held.element(), now)) {
                ByteBuf body = outgoing.take();
                boolean end = closing && outgoing.isEmpty();
                due.add(new Due(held.remove().to(), new Reply(Reply.OK, end, body)));
                answered++;
                idleSince = now;
                ended |= end;
            }
            tell = !over && outgoing.mayTellWritable();
        }
        for (Due each : due) {
            each.to().answer(each.reply());
        }
        if (tell) {
            delivery.writable();
        }
        if (ended) {
            end(null);
        }
    }

    private boolean isDue(Held post, long now) {
        return answered == 0
                || !outgoing.isEmpty()
                || closing
                || held.size() > mostHeld
                || now - post.since() >= HttpFrames.HOLD.toNanos();
    }

    /** Ends the connection if posts are missing for too long, and answers posts that were held for long enough. */
    void onTick(long now) {
        ParleyException lost = null;
        boolean due;
        synchronized (lock) {
            due = !held.isEmpty() && isDue(held.element(), now);
            boolean stuck = waiting.values().stream()
                    .anyMatch(post -> reading && now - post.since() > HttpFrames.ABANDONED.toNanos());
            boolean silent = held.isEmpty()
                    && waiting.isEmpty()
                    && !delivering
                    && now - idleSince > HttpFrames.ABANDONED.toNanos();
            if (stuck || silent) {
                lost = new ParleyException(
                        ErrorCode.CONNECTION_LOST,
                        "http: expected a post within " + HttpFrames.ABANDONED + ", found none");
            }
        }
        if (lost != null) {
            end(lost);
        } else if (due) {
            // Not on the clock's thread, which serves all connections: answering may wait for the peer.
            Delivery.executor().execute(() -> answer(now));
        }
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
        answer(acceptor.now());
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
            Delivery.executor().execute(() -> takeBodies(acceptor.now()));
        }
    }

    @Override
    public boolean isSilent() {
        return silent;
    }

    @Override
    public void markAccepted() {
        synchronized (lock) {
            if (accepted) {
                return;
            }
            accepted = true;
        }
        place.leave();
    }

    @Override
    public String remote() {
        return caller.address();
    }

    @Override
    public boolean isSecure() {
        return caller.secure();
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closing || over) {
                return;
            }
        }
        delivery.stop();
        endOrderly();
        // Not on this thread: it may be inside a call of the handler.
        Delivery.executor().execute(() -> answer(acceptor.now()));
        Delays.run(() -> end(null), Duration.ofMillis(CLOSE_MILLIS), Delivery.executor());
    }

    private void endOrderly() {
        synchronized (lock) {
            closing = true;
            reading = true;
        }
    }

    /**
     * Ends the connection.
     *
     * @param cause reported to the handler unless the connection was being closed
     */
    void end(@Nullable Throwable cause) {
        List<ReplyCallback> unanswered = new ArrayList<>();
        boolean orderly;
        synchronized (lock) {
            if (over) {
                return;
            }
            over = true;
            orderly = closing;
            outgoing.clear();
            held.forEach(post -> unanswered.add(post.to()));
            held.clear();
            for (Waiting post : waiting.values()) {
                post.post().body().release();
                unanswered.add(post.to());
            }
            waiting.clear();
        }
        markAccepted();
        acceptor.remove(id, this);
        unanswered.forEach(to -> to.answer(Reply.refusal(orderly ? Reply.OK : Reply.UNKNOWN)));
        delivery.closed(orderly ? null : cause);
    }
}
