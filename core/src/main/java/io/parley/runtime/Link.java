package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.session.Exchange;
import io.parley.session.Session;
import io.parley.session.SessionActions;
import io.parley.session.SessionSettings;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session, on one connection at a time: all events of the session are handled under this lock, and all user code
 * runs after it was released. This class handles the channel's events, and knows which connection counts. All else has
 * its class: the effects of the session ({@link LinkActions}), opening it ({@link Opening}), moving from one connection
 * to the next ({@link Resuming}), storing it ({@link Storing}), timed events ({@link Deadlines}), and the users'
 * requests ({@link Streams}, {@link SideStreams}, {@link Arrivals}, {@link Pings}).
 */
final class Link {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private final Services services;
    private final Outlet outlet = new Outlet();
    /** Lock that guards all fields that change. */
    private final Turns turns = new Turns(outlet);

    private final Opening opening;
    private final Resuming resuming;
    private final Storing storing;
    private final LinkActions actions;
    private final Deadlines deadlines;
    private final Streams streams = new Streams(this, turns);
    private final SideStreams sides = new SideStreams(this, turns);
    private final Arrivals arrivals;
    private final Pings pings = new Pings(this, turns);

    /** Session on the connection that carries it, or did so last. */
    private Session session;
    /** The wire of that connection, or of one that is to resume the session. */
    private Wire wire;

    /** Accepting side: what became of a RESUME; null if none came. */
    private @Nullable Handover handover;

    private boolean closedHere;

    /**
     * @param way of the opening side to connect; null on the accepting side
     * @param grant null on the accepting side until a token was shown
     */
    private Link(
            Services services,
            Object door,
            @Nullable Way way,
            @Nullable Grant grant,
            byte[] terms,
            @Nullable Connection connection,
            SessionSettings settings,
            BiFunction<SessionSettings, SessionActions, Session> maker) {
        this.services = services;
        this.opening = new Opening(this, services, door, grant, terms);
        this.deadlines = new Deadlines(services, this, settings);
        Resumptions.OfSession secrets = services.resumptions.of(this);
        this.resuming = new Resuming(this, services, way, secrets, deadlines);
        this.storing = new Storing(this, services, outlet, secrets, resuming);
        this.arrivals = new Arrivals(this, turns, services.arrivals);
        this.actions = new LinkActions(this, turns, outlet, opening, resuming, storing, deadlines);
        this.session = maker.apply(settings, actions);
        this.wire = new Wire(this, session, connection);
    }

    /**
     * Creates the link of an accepted connection and returns its handler for the channel.
     *
     * @param door where the peer connected; a token must have been issued for it
     */
    static Wire accepting(Services services, Connection connection, Object door, String channel) {
        Link link = new Link(
                services,
                door,
                null,
                null,
                new byte[0],
                connection,
                services.sessionSettings(channel, connection.isSecure()),
                Session::accepting);
        link.outlet.connect(connection);
        link.deadlines.connected();
        return link.wire;
    }

    /** Connects and opens; completes when the session is open, or exceptionally. */
    static CompletableFuture<Conversation> open(
            Services services, Way way, Grant grant, byte[] token, byte[] terms, @Nullable Kept kept) {
        Agreement agreement = grant.agreement();
        Link link = new Link(
                services,
                grant.door(),
                way,
                grant,
                terms,
                null,
                services.sessionSettings(agreement),
                (settings, by) -> Session.opening(settings, by, agreement, token, terms));
        if (kept != null) {
            link.storing.keep(kept);
        }
        way.connect(link.wire);
        return link.opening.opened();
    }

    /**
     * Opening side: a session goes on where another process left it, and connects anew.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    static Link reopened(Services services, Way way, Grant grant, Kept kept, StoredSession stored) {
        Agreement agreement = grant.agreement();
        Link link = new Link(
                services,
                grant.door(),
                way,
                grant,
                new byte[0],
                null,
                services.sessionSettings(agreement),
                (settings, by) -> Session.opening(settings, by, agreement, new byte[0], new byte[0]));
        link.turns.run(() -> link.storing.reopen(kept, stored));
        return link;
    }

    /**
     * Accepting side: a session goes on where another process left it, and waits for a connection. Its messages are handed
     * on as soon as the store knows that the session is this process's.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored, {@code LIMIT} if its principal has all
     *     the sessions it may have
     */
    static Link restored(Services services, Grant grant, String id, StoredSession stored) {
        Link link = new Link(
                services,
                grant.door(),
                null,
                grant,
                stored.terms().toArray(),
                null,
                services.sessionSettings(grant.agreement()),
                Session::accepting);
        link.turns.run(() -> {
            link.opening.count();
            try {
                link.storing.restore(id, stored);
            } catch (RuntimeException | Error e) {
                link.opening.uncount();
                throw e;
            }
        });
        return link;
    }

    /** Whether the other side opened it. */
    boolean isAccepting() {
        return resuming.isAccepting();
    }

    /** Opening side: asks for the session, or for it to go on, on this connection. */
    void start(Wire on, Connection standing) {
        turns.enter();
        try {
            if (on != wire || session.isClosed()) {
                turns.after(standing::close);
                return;
            }
            if (agreement().security() == ChannelSecurity.TLS && !standing.isSecure()) {
                turns.after(standing::close);
                on.session()
                        .onConnectionClosed(new ParleyException(
                                ErrorCode.CONNECT_FAILED,
                                "expected a protected connection, found " + standing.remote()));
                return;
            }
            outlet.connect(standing);
            deadlines.connected();
            on.session().start();
        } finally {
            turns.leave();
        }
    }

    // What the channel tells: of the connection that carries the session, or may do so soon; others do not count.

    @HotPath
    void onFrame(Wire from, ByteBuf frame) {
        turns.enter();
        try {
            if (from == wire) {
                outlet.reading(true);
                from.session().onFrame(frame, services.timers.nanoTime());
            } else {
                frame.release();
            }
        } finally {
            turns.leaveToChannel();
        }
    }

    void onReadComplete(Wire from) {
        turns.enter();
        try {
            if (from == wire) {
                if (outlet.isReading()) {
                    outlet.reading(false);
                    from.session().onReadComplete();
                } else {
                    from.session().onBytes(services.timers.nanoTime());
                }
            }
        } finally {
            turns.leaveToChannel();
        }
    }

    void onRefused(Wire from, RuntimeException why) {
        onChannel(from, () -> from.session().onRefused(why));
    }

    void onWritable(Wire from) {
        turns.enter();
        try {
            if (from == wire) {
                from.session().onWritable();
            }
        } finally {
            turns.leaveToChannel();
        }
    }

    void onClosed(Wire from, @Nullable Throwable cause) {
        onChannel(from, () -> {
            if (handover != null && !handover.close()) {
                return;
            }
            outlet.close();
            from.session().onConnectionClosed(cause);
        });
    }

    private void onChannel(Wire from, Runnable what) {
        turns.enter();
        try {
            if (from == wire) {
                outlet.reading(false);
                what.run();
            }
        } finally {
            turns.leaveToChannel();
        }
    }

    // From one connection to the next.

    /** Accepting side: whether it has an agreement of that digest, and came in at that door. */
    boolean isUnder(byte[] digest, Object by) {
        turns.enter();
        try {
            return opening.isUnder(digest, by);
        } finally {
            turns.leave();
        }
    }

    /** Accepting side: whether a secret is good for it now. */
    boolean accepts(byte[] secret) {
        turns.enter();
        try {
            return resuming.accepts(secret);
        } finally {
            turns.leave();
        }
    }

    /** Accepting side: finds the session that the connection is for, to go on there. */
    void handOver(byte[] secret, byte[] digest, long received) {
        Handover begun = new Handover(services, this, wire, secret, digest, received);
        handover = begun;
        turns.after(begun.find());
    }

    /** The connection is another link's from now on. */
    void handedOver() {
        turns.run(deadlines::over);
    }

    /** The time to open, or to find the session that is to go on, is over. */
    void onOpenTimeout() {
        turns.run(() -> {
            if (handover == null || handover.end()) {
                wire.session().onOpenTimeout();
            }
        });
    }

    /** Refuses the connection: there is no session for it. */
    void refuse(ParleyException why) {
        LOG.debug("no session is resumed by {}", remote(), why);
        turns.run(() -> session.onRefused(why));
    }

    /** Accepting side: where it came in. */
    Object door() {
        return opening.door();
    }

    /**
     * Accepting side: the session goes on on a connection that another link took, and which brings its next frame after
     * this.
     */
    void adopt(Wire handed, byte[] secret, long received) {
        turns.enter();
        try {
            resuming.adopt(handed, secret, received);
        } finally {
            turns.leaveToChannel();
        }
    }

    // What resuming and time do within a turn of this.

    /** Returns the wire of the connection that carries the session, or is to resume it. */
    Wire wire() {
        return wire;
    }

    /** Accepts events of this wire alone from now on. */
    void listenTo(Wire other) {
        wire = other;
    }

    /** The session is on that wire's connection. */
    void carriedBy(Wire other) {
        wire = other;
        session = other.session();
    }

    /** The connection takes the place of the one before, which is closed. */
    void moveTo(Connection connection) {
        hangUp();
        outlet.connect(connection);
        outlet.markAccepted();
    }

    /** Ends the connection behind what was sent on it. */
    void disconnect() {
        storing.hangUp(this::hangUp);
    }

    private void hangUp() {
        Connection to = outlet.close();
        if (to != null) {
            turns.after(() -> {
                to.flush();
                to.close();
            });
        }
    }

    // The session as a whole.

    /** A call that began then ran out of time. */
    void onCallTimeout(long began) {
        turns.run(() -> {
            if (session.onCallTimeout(began, services.timers.nanoTime())) {
                deadlines.nextLook();
            }
        });
    }

    boolean isOpen() {
        turns.enter();
        try {
            return session.isOpen();
        } finally {
            turns.leave();
        }
    }

    void drain(ErrorCode code, String text) {
        turns.run(() -> {
            if (!session.isClosed()) {
                session.exchange().drain(code, text);
            }
        });
    }

    void close(ErrorCode code, String text) {
        turns.run(() -> {
            closedHere = true;
            session.close(code, text);
        });
    }

    /** Returns whether this side {@link #close closed} it. */
    boolean wasClosedHere() {
        return closedHere;
    }

    Traffic traffic() {
        turns.enter();
        try {
            return new Traffic(
                    session.exchange().messagesOut(),
                    session.exchange().messagesIn(),
                    session.framesOut(),
                    session.framesIn(),
                    session.bytesOut(),
                    session.bytesIn());
        } finally {
            turns.leave();
        }
    }

    String remote() {
        return outlet.remote();
    }

    /** The peer without its port: who comes from one place has one. */
    String remoteHost() {
        String remote = outlet.remote();
        int port = remote.lastIndexOf(':');
        return port < 0 ? remote : remote.substring(0, port);
    }

    Agreement agreement() {
        return opening.agreement();
    }

    /** The open session as its user sees it. */
    LiveConversation live() {
        return opening.live();
    }

    // What belongs to it; to be used within a turn, where it does not take one itself.

    Turns turns() {
        return turns;
    }

    Session session() {
        return session;
    }

    /** The open session. */
    Exchange exchange() {
        return session.exchange();
    }

    LinkActions actions() {
        return actions;
    }

    Storing storing() {
        return storing;
    }

    Streams streams() {
        return streams;
    }

    SideStreams sides() {
        return sides;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    Pings pings() {
        return pings;
    }

    Services services() {
        return services;
    }
}
