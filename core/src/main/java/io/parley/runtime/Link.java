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
import io.parley.session.FrameLog;
import io.parley.session.IncomingSide;
import io.parley.session.MessageKind;
import io.parley.session.Received;
import io.parley.session.Session;
import io.parley.session.SessionActions;
import io.parley.session.Stream;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session, on one connection at a time: everything that happens to the session happens under this lock, and everything that
 * runs a user's code happens after it was released.
 */
final class Link implements SessionActions {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    private final Services services;
    private final Outlet outlet = new Outlet();
    /** All fields that change are guarded by it. */
    private final Turns turns = new Turns(outlet);

    private final CompletableFuture<Conversation> opened = new CompletableFuture<>();
    private final boolean accepting;
    /** Where it came in; what a token must have been issued for. */
    private final Object door;
    /** On the connection that carries it, or did so last. */
    private Session session;
    /** The wire of that connection, or of one that is to resume the session. */
    private Wire wire;

    private final Pings pings = new Pings(this, turns);
    private final Streams streams = new Streams(this, turns);
    private final SideStreams sides = new SideStreams(this, turns);
    private final Arrivals arrivals;
    private final Deadlines deadlines;
    private final Resuming resuming;
    private final Storing storing;
    private @Nullable LiveConversation conversation;
    private @Nullable Grant grant;
    private byte[] terms;
    private boolean closedHere;

    /**
     * @param way how the opening side connects; null on the accepting side
     * @param grant null until a token tells, where somebody connected
     */
    private Link(
            Services services,
            Object door,
            @Nullable Way way,
            @Nullable Grant grant,
            byte[] terms,
            @Nullable Connection connection,
            Function<Link, Session> maker) {
        this.services = services;
        this.door = door;
        this.grant = grant;
        this.terms = terms.clone();
        this.accepting = way == null;
        this.arrivals = new Arrivals(this, turns, services.arrivals);
        Resumptions.OfSession secrets = services.resumptions.of(this);
        this.session = maker.apply(this);
        this.wire = new Wire(this, session, connection);
        this.deadlines = new Deadlines(services, this);
        this.resuming = new Resuming(this, services, way, secrets, deadlines);
        this.storing = new Storing(this, services, outlet, secrets, resuming);
    }

    /**
     * Someone connected: what the channel is given.
     *
     * @param door where; a token must have been issued for it
     */
    static Wire accepting(Services services, Connection connection, Object door) {
        Link link = new Link(
                services,
                door,
                null,
                null,
                new byte[0],
                connection,
                made -> Session.accepting(services.sessionSettings(connection.isSecure()), made));
        link.outlet.connect(connection);
        link.deadlines.connected();
        return link.wire;
    }

    /** Connects and opens; completes when the session is open, or exceptionally. */
    static CompletableFuture<Conversation> open(Services services, Way way, Grant grant, byte[] token, byte[] terms) {
        Agreement agreement = grant.agreement();
        Link link = new Link(
                services,
                grant.door(),
                way,
                grant,
                terms,
                null,
                made -> Session.opening(services.sessionSettings(agreement), made, agreement, token, terms));
        way.connect(link.wire);
        return link.opened;
    }

    /**
     * Accepting side: a session goes on where another process left it, and waits for a connection. Its messages are handed
     * on as soon as the store knows that the session is this process's.
     *
     * @throws ParleyException {@code BUDGET} if there is no room for what was stored
     */
    static Link restored(Services services, Grant grant, String id, StoredSession stored) {
        Link link = new Link(
                services,
                grant.door(),
                null,
                grant,
                stored.terms().toArray(),
                null,
                made -> Session.accepting(services.sessionSettings(grant.agreement()), made));
        link.turns.run(() -> link.storing.restore(id, stored));
        return link;
    }

    /** Opening side: asks for the session, or for it to go on, on this connection. */
    void start(Wire on, Connection standing) {
        turns.enter();
        try {
            if (on != wire || session.isClosed()) {
                turns.after(standing::close);
                return;
            }
            if (granted().agreement().security() == ChannelSecurity.TLS && !standing.isSecure()) {
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
        onChannel(from, () -> {});
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
            return door.equals(by) && granted().agreement().digest().matches(digest);
        } finally {
            turns.leave();
        }
    }

    @Override
    public byte[] newSecret() {
        return resuming.newSecret();
    }

    @Override
    public void onResume(byte[] secret, byte[] digest, long received) {
        Handover handover = new Handover(services, wire, door, secret, digest, received, this::refuse);
        Runnable further = handover.find();
        deadlines.over();
        turns.after(further);
    }

    private void refuse(ParleyException why) {
        LOG.debug("no session is resumed by {}", remote(), why);
        turns.run(() -> session.onRefused(why));
    }
    /** Accepting side: the session goes on on a connection that another link took, and which brings its next frame after this. */
    void adopt(Wire handed, byte[] secret, long received) {
        turns.enter();
        try {
            resuming.adopt(handed, secret, received);
        } finally {
            turns.leaveToChannel();
        }
    }

    @Override
    public void onConnectionLost(ParleyException why) {
        resuming.lost(why);
    }

    @Override
    public void onResumed() {
        resuming.resumed(wire);
    }

    @Override
    public void onProved() {
        resuming.proved();
    }

    @Override
    public void onResumptionFailed(ParleyException why) {
        resuming.failed(why);
    }

    // What resuming does within a turn of this.

    Turns turns() {
        return turns;
    }

    Session session() {
        return session;
    }

    /** That of the connection that carries the session, or is to resume it. */
    Wire wire() {
        return wire;
    }

    /** What comes on this wire counts from now on. */
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

    Agreement agreement() {
        return granted().agreement();
    }

    // What the session wants.

    @Override
    public void send(ByteBuf frame) {
        outlet.send(frame);
    }

    @Override
    public boolean isWritable() {
        return outlet.isWritable();
    }

    @Override
    public void disconnect() {
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

    @Override
    public Agreement onOpen(byte[] token, byte[] digest, byte[] openTerms) {
        Grant used = services.tokens.use(token, door);
        if (!used.agreement().digest().matches(digest)) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "OPEN: expected the digest of agreement " + used.agreement().id()
                            + ", found another: offer or answer was changed on its way");
        }
        services.enter(used.principal());
        grant = used;
        terms = openTerms;
        storing.begin(used, digest, openTerms);
        return used.agreement();
    }

    @Override
    public @Nullable FrameLog frameLog() {
        Hold hold = storing.hold();
        return hold == null ? null : hold.journal();
    }

    @Override
    public void onOpened() {
        Grant granted = granted();
        LiveConversation live =
                new LiveConversation(this, granted, terms, session.exchange().fragmentBytes());
        conversation = live;
        resuming.opened(granted.agreement());
        services.open.add(this);
        deadlines.opened(granted.agreement().lifetime());
        outlet.markAccepted();
        turns.after(() -> opened.complete(live));
    }

    @Override
    public void onMessage(Stream stream, MessageKind kind, Received content) {
        LiveConversation live = live();
        Incoming message = new Incoming(this, live, stream, kind, content, session.isRestoring());
        if (kind == MessageKind.RESPONSE || kind == MessageKind.FAULT) {
            PendingCall call = Objects.requireNonNull((PendingCall) stream.attachment());
            turns.after(() -> call.complete(message));
        } else {
            stream.attach(message);
            // Counted here, so that the session's end, which may overtake the dispatch, knows of it.
            boolean tooMuch = live.workBegan();
            Runnable dispatch = () -> live.dispatch(message, tooMuch);
            Hold hold = storing.hold();
            if (hold == null) {
                turns.after(dispatch);
            } else {
                hold.whenStored(() -> turns.after(dispatch), () -> turns.after(message::close));
            }
        }
    }

    @Override
    public boolean onArriving(Stream stream, MessageKind kind, Received content) {
        // Who reads it before it is stored might see it twice.
        return storing.hold() == null && arrivals.onArriving(live(), stream, content);
    }

    @Override
    public void onArrival(Received content) {
        arrivals.onArrival(content);
    }

    @Override
    public void onStreamFailed(Stream stream, ParleyException why) {
        if (stream.attachment() instanceof PendingCall call) {
            turns.after(() -> call.fail(why));
        } else if (stream.attachment() instanceof Incoming message) {
            message.markUnwanted();
        } else if (stream.attachment() instanceof SideWriter writer) {
            turns.after(writer::stop);
        }
    }

    @Override
    public void onSideReady(Stream side) {
        sides.onReady(side);
    }

    @Override
    public void onSide(IncomingSide side) {
        sides.onArrival(side);
    }

    @Override
    public void onClosed(@Nullable ParleyException why) {
        deadlines.over();
        storing.over();
        LiveConversation live = conversation;
        resuming.over();
        if (live == null) {
            ParleyException reason =
                    why != null ? why : new ParleyException(ErrorCode.CONNECT_FAILED, "closed before it was open");
            LOG.debug("no session with {}: {}", remote(), reason.getMessage());
            turns.after(() -> opened.completeExceptionally(reason));
            return;
        }
        services.totals.add(traffic());
        services.open.remove(this);
        if (accepting) {
            services.leave(granted().principal());
        }
        LOG.debug("session with {} is over: {}", remote(), why == null ? "orderly" : why.getMessage());
        pings.fail(why);
        boolean atOnce = closedHere || why != null;
        turns.after(() -> live.over(why, atOnce));
    }

    // The session as a whole.

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

    /** Whether a secret is good for it now. */
    boolean accepts(byte[] secret) {
        turns.enter();
        try {
            return resuming.accepts(secret);
        } finally {
            turns.leave();
        }
    }

    Storing storing() {
        return storing;
    }

    Streams streams() {
        return streams;
    }

    Pings pings() {
        return pings;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    SideStreams sides() {
        return sides;
    }

    /** The open session; to be used within a {@link Turns turn}. */
    Exchange exchange() {
        return session.exchange();
    }

    Services services() {
        return services;
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

    private Grant granted() {
        Grant present = grant;
        if (present == null) {
            throw new IllegalStateException("nothing was granted yet");
        }
        return present;
    }

    /** The open session as its user sees it. */
    LiveConversation live() {
        LiveConversation present = conversation;
        if (present == null) {
            throw new IllegalStateException("the session is not open");
        }
        return present;
    }
}
