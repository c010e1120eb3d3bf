package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.journal.Journal;
import io.parley.negotiation.Agreement;
import io.parley.session.Effect;
import io.parley.session.Effects;
import io.parley.session.Exchange;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Session;
import io.parley.session.SessionSettings;
import io.parley.session.Stream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one session, on one connection at a time: events of the connection, of timers and of the application each take
 * the session's lock, and the resulting {@link Effects} are applied before it is released; application code runs, and
 * frames are flushed, after that. Methods are grouped by caller: the connection and timers, the code that opens the
 * session and moves it between connections, and the application. Thread-safe; the methods of one stream are called by
 * one thread at a time.
 */
final class SessionDriver implements Wire.Owner, SessionLock.Owner, SessionTimes.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(SessionDriver.class);

    private final Services services;
    private final SessionLock lock = new SessionLock(this);
    private final ConnectionOutput output;
    private final SessionTimes times;
    private final Effects effects;
    private final Effect.Handler handler;
    /** Guarded by the lock, as are all non-volatile fields below. Changes once, when the session is opened. */
    private Delivery delivery;
    /** The session on its current connection, or on the last one. */
    private Session session;
    /** The wire of that connection, or of one that is to resume the session. */
    private volatile Wire wire;
    /** The open session; the same on every connection. */
    private volatile @Nullable Exchange exchange;
    /** True if messages may be started. */
    private volatile boolean open;

    /** Accepting side: the state of a RESUME; null if none was received. */
    private @Nullable Handover handover;

    private final PendingPings pings = new PendingPings(lock);
    private boolean closedHere;

    /**
     * Creates a driver.
     *
     * @param effects those of the session
     * @param handler applies them, under the lock
     * @param connection null on the opening side
     */
    SessionDriver(
            Services services,
            SessionSettings settings,
            Effects effects,
            Effect.Handler handler,
            Session session,
            @Nullable Connection connection) {
        this.services = services;
        this.effects = effects;
        this.handler = handler;
        this.session = session;
        this.output = new ConnectionOutput(services.events.expendables);
        this.delivery = new DirectDelivery(output, lock);
        this.times = new SessionTimes(services, settings, this);
        this.wire = new Wire(this, session, connection);
    }

    /** Accepting side: starts the session on its connection. Not in the constructor: a timer could fire within it. */
    void accept(Connection connection) {
        lock.run(() -> {
            moveTo(connection);
            times.connected();
        });
    }

    // Events of the connection that carries the session, or may do so soon; others are ignored.

    /** Opening side: requests the session, or its resumption, on this connection. */
    @Override
    public void start(Wire on, Connection standing) {
        lock.enter();
        try {
            if (on != wire || session.isClosed()) {
                lock.defer(standing::close);
            } else if (on.session().needsProtection() && !standing.isSecure()) {
                lock.defer(standing::close);
                on.session()
                        .onConnectionClosed(new ParleyException(
                                ErrorCode.CONNECT_FAILED,
                                "expected a protected connection, found " + standing.remote()));
            } else {
                moveTo(standing);
                times.connected();
                on.session().start();
            }
        } finally {
            lock.leave();
        }
    }

    @Override
    @HotPath
    public void onFrame(Wire from, ByteBuf frame) {
        lock.enter();
        try {
            if (from == wire) {
                output.beginRead();
                from.session().onFrame(frame, services.timers.nanoTime());
            } else {
                frame.release();
            }
        } finally {
            lock.leaveToChannel();
        }
    }

    @Override
    public void onDatagram(Wire from, ByteBuf frame) {
        onChannel(from, () -> from.session().onDatagram(frame, services.timers.nanoTime()));
    }

    /** Takes the lock only if there is more to do than flushing. */
    @Override
    @HotPath
    public void onReadComplete(Wire from) {
        if (from != wire) {
            return;
        }
        boolean broughtFrames = output.endRead();
        if (broughtFrames && !from.session().hasReadToComplete()) {
            return;
        }
        lock.enter();
        try {
            if (from != wire) {
                return;
            }
            if (broughtFrames) {
                from.session().onReadComplete();
            } else {
                from.session().onBytes(services.timers.nanoTime());
            }
        } finally {
            lock.leaveToChannel();
        }
    }

    @Override
    public void onRefused(Wire from, RuntimeException why) {
        onChannel(from, () -> {
            output.cancelRead();
            from.session().onRefused(why);
        });
    }

    @Override
    public void onWritable(Wire from) {
        lock.enter();
        try {
            if (from == wire) {
                from.session().onWritable();
            }
        } finally {
            lock.leaveToChannel();
        }
    }

    @Override
    public void onClosed(Wire from, @Nullable Throwable cause) {
        onChannel(from, () -> {
            output.cancelRead();
            if (handover != null && !handover.close()) {
                return;
            }
            output.close();
            from.session().onConnectionClosed(cause);
        });
    }

    private void onChannel(Wire from, Runnable what) {
        lock.enter();
        try {
            if (from == wire) {
                what.run();
            }
        } finally {
            lock.leaveToChannel();
        }
    }

    // Events of timers.

    /** Ends the attempt to open the session, or the look-up of the one to be resumed. */
    @Override
    public void onOpenTimeout() {
        lock.run(() -> {
            if (handover == null || handover.end()) {
                wire.session().onOpenTimeout();
            }
        });
    }

    @Override
    public void onLifetimeOver() {
        drain(ErrorCode.TERMS_CHANGED, "the agreement's lifetime is over");
    }

    @Override
    public void onTick() {
        lock.run(() -> {
            session.onTick(services.timers.nanoTime());
            onJournal(Journal::tidy);
            if (!session.isClosed()) {
                times.scheduleTick(session);
            }
        });
    }

    @Override
    public void onPeerCheck() {
        lock.run(() -> {
            session.onPeerCheck(services.timers.nanoTime());
            if (!session.isClosed()) {
                times.schedulePeerCheck(session);
            }
        });
    }

    @Override
    @HotPath
    public @Nullable Connection beforeUnlock() {
        try {
            applyEffects();
        } finally {
            open = session.isOpen();
            delivery.commit();
        }
        return output.takeUnflushed();
    }

    /** Applies the pending effects: before each unlock, and where later steps depend on them. */
    @HotPath
    void applyEffects() {
        while (!effects.isEmpty()) {
            try {
                effects.applyTo(handler);
            } catch (ParleyException e) {
                session.close(e.code(), e.text());
            } catch (RuntimeException e) {
                LOG.warn("Failed to apply the effects of an event in the session with {}", remote(), e);
                session.close(ErrorCode.INTERNAL, "session: failed to apply the effects of an event");
            }
        }
    }

    // For the code that opens the session and moves it between connections, with the lock held.

    SessionLock lock() {
        return lock;
    }

    Session session() {
        return session;
    }

    ConnectionOutput output() {
        return output;
    }

    Delivery delivery() {
        return delivery;
    }

    /** Sets the agreed delivery. */
    <D extends Delivery> D useDelivery(D agreed) {
        delivery = agreed;
        return agreed;
    }

    SessionTimes times() {
        return times;
    }

    /** Returns the wire of the connection that carries the session, or is to resume it. */
    Wire wire() {
        return wire;
    }

    /** Accepts events of this wire only from now on. */
    void listenTo(Wire other) {
        wire = other;
    }

    /** Records that the session is carried by that wire's connection. */
    void carriedBy(Wire other) {
        wire = other;
        session = other.session();
    }

    /** Switches to a connection, which replaces an earlier one. */
    void moveTo(Connection connection) {
        output.connect(connection);
        delivery.onConnected();
    }

    /** Records that the session is open. */
    void opened(Agreement agreement) {
        exchange = session.exchange();
        services.events.opened.increment();
        delivery.onOpened(agreement);
        times.opened(session, agreement);
        output.markAccepted();
    }

    /** Accepting side: sets the handover of the connection to another session. */
    void handOver(Handover to) {
        handover = to;
    }

    /** Returns whether this side {@link #close closed} the session. */
    boolean wasClosedHere() {
        return closedHere;
    }

    PendingPings pings() {
        return pings;
    }

    /** Ends timers and pings when the session is closed; the reason is null after an orderly end. */
    void onOver(@Nullable ParleyException why) {
        times.over();
        pings.onOver(why);
    }

    // Requests of the application. All take the lock unless documented otherwise.

    Services services() {
        return services;
    }

    String remote() {
        return output.remote();
    }

    /** Returns whether messages may be started. Does not take the lock. */
    boolean isOpen() {
        return open;
    }

    /** Returns the open session; to be used with the lock held. */
    @HotPath
    Exchange exchange() {
        Exchange present = exchange;
        return present == null ? session.exchange() : present;
    }

    /** Starts a message, without the lock; throws {@code CLOSED} or {@code GOING_AWAY} if none may be started. */
    @HotPath
    Stream begin(MessageKind kind) {
        if (!open) {
            throw notOpen();
        }
        return exchange().begin(kind);
    }

    private ParleyException notOpen() {
        lock.enter();
        try {
            boolean over = session.isClosed();
            return new ParleyException(
                    over ? ErrorCode.CLOSED : ErrorCode.GOING_AWAY,
                    "session with " + remote() + ": expected to be open, found it " + (over ? "over" : "draining"));
        } finally {
            lock.leave();
        }
    }

    /** Starts, or restarts, the response on a stream. */
    void beginAnswer(Stream stream, MessageKind kind) {
        lock.run(() -> exchange().beginAnswer(stream, kind));
    }

    /**
     * Writes a chunk like {@link Exchange#tryWrite}.
     *
     * @param answer kind of the response that it starts; null for a message that has started
     */
    @HotPath
    boolean tryWrite(Stream stream, @Nullable MessageKind answer, ByteBuf chunk, boolean last, Runnable wakeUp) {
        lock.enter();
        try {
            if (answer != null) {
                exchange().beginAnswer(stream, answer);
            }
            return exchange().tryWrite(stream, chunk, last, wakeUp);
        } finally {
            lock.leave();
        }
    }

    /** Runs {@link Exchange#noRoom} with the lock held. */
    ParleyException noRoom(Stream stream, long bytes) {
        return lock.get(() -> exchange().noRoom(stream, bytes));
    }

    /** Records that a message was read or dropped. Takes the lock only if its sender counts it. */
    @HotPath
    void onRead(Received content) {
        if (content.isCounted()) {
            lock.run(() -> exchange().onRead(content.stream(), content));
        }
    }

    /** Runs {@link Exchange#abort(Stream, ErrorCode, String)} with the lock held. */
    void abort(Stream stream, ErrorCode code, String text) {
        abort(stream, code, text, false);
    }

    /** Runs {@link Exchange#abort(Stream, ErrorCode, String, boolean)} with the lock held. */
    void abort(Stream stream, ErrorCode code, String text, boolean dispatched) {
        lock.run(() -> exchange().abort(stream, code, text, dispatched));
    }

    /** Runs an action on the journal with the lock held, if the session is stored. */
    void onJournal(Consumer<Journal> action) {
        lock.run(() -> {
            Journal journal = delivery.journal();
            if (journal != null) {
                action.accept(journal);
            }
        });
    }

    /** Pings the peer. Completes with the answer, or exceptionally when the session is closed. */
    CompletableFuture<Void> ping() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        lock.enter();
        try {
            if (session.isClosed()) {
                throw new ParleyException(
                        ErrorCode.CLOSED, "session with " + remote() + ": expected to be open, found it over");
            }
            exchange().ping(services.timers.nanoTime());
            pings.add(answer);
        } catch (ParleyException e) {
            answer.completeExceptionally(e);
        } finally {
            lock.leave();
        }
        return answer;
    }

    /** Reports the timeout of a call, and when it started. */
    void onCallTimeout(long began) {
        lock.run(() -> {
            if (session.onCallTimeout(began, services.timers.nanoTime())) {
                times.schedulePeerCheck(session);
            }
        });
    }

    void drain(ErrorCode code, String text) {
        lock.run(() -> {
            if (!session.isClosed()) {
                exchange().drain(code, text);
            }
        });
    }

    void close(ErrorCode code, String text) {
        lock.run(() -> {
            closedHere = true;
            session.close(code, text);
        });
    }

    Traffic traffic() {
        return lock.get(() -> new Traffic(
                exchange().messagesOut(),
                exchange().messagesIn(),
                session.framesOut(),
                session.framesIn(),
                session.bytesOut(),
                session.bytesIn()));
    }
}
