package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import io.parley.channel.Connection;
import io.parley.channel.Network;
import io.parley.journal.Journal;
import io.parley.journal.Journals;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.session.Datagrams;
import io.parley.session.Effect;
import io.parley.session.Effects;
import io.parley.session.FrameLog;
import io.parley.session.Received;
import io.parley.session.Session;
import io.parley.session.SessionHost;
import io.parley.session.SessionSettings;
import io.parley.session.Stream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session of this process: opens it, chooses its {@link Delivery}, and applies its effects under the lock of its
 * {@link SessionDriver}. Calls of application code are deferred until the lock is released.
 */
final class LiveSession implements SessionHost, Effect.Handler, RunningSession, Handover.Taker {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSession.class);
    private final Services services;
    /** The scope in which it was opened; a token must have been issued for it. */
    private final Object scope;
    /** Route to the peer; null on the accepting side. */
    private final @Nullable ConnectPlan plan;

    private final Effects effects = new Effects();
    private final SessionDriver driver;
    private final CompletableFuture<Conversation> opened = new CompletableFuture<>();
    /**
     * Guarded by the session's lock, as are the fields below; null on the accepting side until a token was received.
     */
    private @Nullable TokenGrant grant;

    private byte[] terms;
    private @Nullable LiveConversation conversation;
    /** Accepting side: whether the session is counted for its principal. */
    private boolean counted;
    /** Opening side: the key under which the session is stored; null if it is not stored. */
    private @Nullable RestartKey key;
    /** Opening side: interrupted calls of an earlier process. */
    private final List<InterruptedCall> interrupted = new ArrayList<>(0);

    /** Creates the accepting side. */
    private LiveSession(
            Services services,
            Object scope,
            SessionSettings settings,
            @Nullable TokenGrant grant,
            byte[] terms,
            @Nullable Connection connection) {
        this.services = services;
        this.scope = scope;
        this.plan = null;
        this.grant = grant;
        this.terms = terms;
        this.driver =
                new SessionDriver(services, settings, effects, this, Session.accepting(settings, this), connection);
    }

    /** Creates the opening side. */
    private LiveSession(Services services, ConnectPlan plan, TokenGrant granted, byte[] token, byte[] terms) {
        SessionSettings settings = services.sessionSettings(granted.agreement());
        this.services = services;
        this.scope = granted.scope();
        this.plan = plan;
        this.grant = granted;
        this.terms = terms.clone();
        this.driver = new SessionDriver(
                services,
                settings,
                effects,
                this,
                Session.opening(settings, this, granted.agreement(), token, terms),
                null);
    }

    /** Creates the session of a connection accepted in a scope; returns the connection's handler. */
    static Wire accepting(Services services, Connection connection, Object scope, String channel) {
        SessionSettings settings = services.sessionSettings(channel, connection.isSecure());
        SessionDriver driver = new LiveSession(services, scope, settings, null, new byte[0], connection).driver;
        driver.accept(connection);
        return driver.wire();
    }

    /** Connects and opens a session; completes when it is open, or exceptionally. */
    static CompletableFuture<Conversation> open(
            Services services,
            ConnectPlan plan,
            TokenGrant grant,
            byte[] token,
            byte[] terms,
            @Nullable RestartKey key) {
        LiveSession session = new LiveSession(services, plan, grant, token, terms);
        session.key = key;
        if (grant.agreement().reliability() != Reliability.NONE) {
            session.driver.lock().run(session::resumable);
        }
        plan.connect(session.driver.wire());
        return session.opened;
    }

    /** Opening side: continues a session of an earlier process; throws {@code BUDGET} if it does not fit. */
    static ReopenedSession reopened(
            Services services, ConnectPlan plan, TokenGrant grant, RestartKey key, StoredSession stored) {
        LiveSession session = new LiveSession(services, plan, grant, new byte[0], new byte[0]);
        byte[] secret = HexFormat.of().parseHex(stored.newest());
        session.driver.lock().run(() -> {
            session.key = key;
            session.restore(session.durable(key, stored.journal()), secret, stored);
        });
        return new ReopenedSession(session.conversation(), session.interrupted);
    }

    /**
     * Accepting side: restores a session of an earlier process, which then waits for a connection. Its messages are
     * delivered as soon as the store has recorded this process as the owner.
     *
     * @throws ParleyException {@code BUDGET} if there is no capacity for the stored messages, {@code LIMIT} if its
     *     principal has too many sessions
     */
    static LiveSession restored(Services services, TokenGrant grant, String id, StoredSession stored) {
        LiveSession session = new LiveSession(
                services,
                grant.scope(),
                services.sessionSettings(grant.agreement()),
                grant,
                stored.terms().toArray(),
                null);
        session.driver.lock().run(() -> {
            session.count();
            try {
                Resumptions.OfSession secrets = services.resumptions.of(session);
                DurableDelivery delivery = session.durable(id, stored.journal(), secrets);
                secrets.restore(stored.newest(), stored.before());
                session.restore(delivery, new byte[0], stored);
            } catch (RuntimeException | Error e) {
                session.uncount();
                throw e;
            }
        });
        return session;
    }

    private void restore(DurableDelivery delivery, byte[] secret, StoredSession stored) {
        try {
            stored.journal().claim();
            Session session = driver.session();
            boolean over = stored.state().isOver();
            session.restore(
                    agreement(), secret, stored.state(), stored.received(), stored.sent(), services.timers.nanoTime());
            driver.applyEffects();
            ParleyException lost = new ParleyException(ErrorCode.CONNECTION_LOST, "session: its process ended");
            delivery.onConnectionLost(lost);
            if (over) {
                session.giveUp(lost);
            }
        } catch (RuntimeException | Error e) {
            delivery.abandon();
            throw e;
        }
    }

    private ResumableDelivery resumable() {
        return driver.useDelivery(new ResumableDelivery(driver, parts(services.resumptions.of(this))));
    }

    /** Accepting side: stores the session from now on. */
    private DurableDelivery durable(String id, Journal journal, Resumptions.OfSession secrets) {
        Durable durable = Objects.requireNonNull(services.durable);
        return driver.useDelivery(DurableDelivery.accepting(driver, parts(secrets), durable, id, journal));
    }

    /** Opening side: stores the session from now on. */
    private DurableDelivery durable(RestartKey as, Journal journal) {
        Durable durable = Objects.requireNonNull(services.durable);
        ResumableDelivery.Parts parts = parts(services.resumptions.of(this));
        return driver.useDelivery(DurableDelivery.opening(driver, parts, durable, as.name(), journal));
    }

    private ResumableDelivery.Parts parts(Resumptions.OfSession secrets) {
        return new ResumableDelivery.Parts(this, plan, secrets);
    }

    @Override
    public Agreement onOpen(byte[] token, byte[] digest, byte[] openTerms) {
        TokenGrant used = services.tokens.use(token, scope);
        if (!used.agreement().digest().matches(digest)) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "OPEN: expected the digest of agreement " + used.agreement().id()
                            + ", found another: offer or answer was changed on its way");
        }
        used.handler().checkOpening(openTerms);
        grant = used;
        terms = openTerms;
        count();
        Reliability reliability = used.agreement().reliability();
        if (services.durable != null && reliability == Reliability.DURABLE) {
            Journals journals = services.durable.journals();
            String id = journals.newId();
            durable(id, journals.begin(id, digest, used.principal(), openTerms), services.resumptions.of(this));
        } else if (reliability != Reliability.NONE) {
            resumable();
        }
        return used.agreement();
    }

    /** Accepting side: counts the session for its principal; throws {@code LIMIT} if that has too many. */
    private void count() {
        services.enter(granted().principal());
        counted = true;
    }

    private void uncount() {
        if (counted) {
            counted = false;
            services.leave(granted().principal());
        }
    }

    @Override
    public byte[] newSecret() {
        return driver.delivery().newSecret();
    }

    /** Starts to store a named session of this side with its first secret. */
    @Override
    public void onSecret(byte[] secret) {
        Durable durable = services.durable;
        if (key != null && durable != null && driver.delivery().journal() == null) {
            byte[] digest = agreement().digest().bytes();
            durable(key, durable.opened().begin(key.name(), digest, key.name(), key.note()));
        }
        driver.delivery().onSecret(secret);
    }

    @Override
    public @Nullable FrameLog frameLog() {
        return driver.delivery().journal();
    }

    @Override
    public void onOpened() {
        LiveConversation live = new LiveConversation(new ConversationState(driver, granted()), terms);
        conversation = live;
        if (services.opened(this)) {
            driver.lock().defer(live::drain);
        }
        if (scope instanceof SessionAcceptor.Entry entry) {
            entry.opened(agreement());
        }
        driver.opened(agreement());
        driver.lock().defer(() -> {
            if (!opened.complete(live)) {
                close(ErrorCode.CLOSED, "the caller cancelled the opening of the session");
            }
        });
    }

    // From one connection to the next, and to the end.

    @Override
    public void onResume(byte[] secret, byte[] digest, long received) {
        Handover handover = new Handover(services, this, driver.wire(), secret, digest, received);
        driver.handOver(handover);
        try {
            driver.lock().defer(handover.find());
        } catch (ParleyException e) {
            driver.session().onRefused(e);
        }
    }

    @Override
    public void handedOver() {
        driver.lock().run(() -> driver.times().over());
    }

    @Override
    public void refuse(ParleyException why) {
        LOG.debug("Refused to resume a session for {}", driver.remote(), why);
        driver.lock().run(() -> driver.session().onRefused(why));
    }

    @Override
    public Object scope() {
        return scope;
    }

    /** Returns the peer's host without its port, since look-ups are limited per host. */
    @Override
    public String remoteHost() {
        return Network.host(driver.remote());
    }

    @Override
    public Delivery resumption() {
        return driver.delivery();
    }

    @Override
    public void onInterruptedCall(@Nullable Stream call, String label) {
        interrupted.add(
                new InterruptedCall(label, call == null ? null : conversation().interrupted(call, label)));
    }

    @Override
    public void onSuspect() {
        conversation().state().suspect();
    }

    @Override
    public void onTrusted() {
        driver.lock().defer(conversation().state().trust());
    }

    @Override
    public void onPong() {
        driver.pings().onPong();
    }

    @Override
    public void onClosed(@Nullable ParleyException why) {
        driver.onOver(why);
        interrupted.forEach(InterruptedCall::onSessionOver);
        if (conversation != null) {
            conversation.state().sides().onSessionOver();
        }
        boolean atOnce = why != null || driver.wasClosedHere();
        driver.delivery().onClosed(() -> over(why, atOnce));
    }

    private void over(@Nullable ParleyException why, boolean atOnce) {
        uncount();
        LiveConversation live = conversation;
        if (live == null) {
            ParleyException reason =
                    why != null ? why : new ParleyException(ErrorCode.CONNECT_FAILED, "closed before it was open");
            LOG.debug("Did not open a session with {}: {}", driver.remote(), reason.getMessage());
            driver.lock().defer(() -> opened.completeExceptionally(reason));
            return;
        }
        services.remove(this);
        if (scope instanceof SessionAcceptor.Entry entry) {
            entry.over(agreement());
        }
        LOG.debug("Closed the session with {}: {}", driver.remote(), why == null ? "orderly" : why.getMessage());
        driver.lock().defer(() -> live.over(why, atOnce));
    }

    @Override
    public Effects effects() {
        return effects;
    }

    @Override
    @HotPath
    public void send(ByteBuf frame, int track) {
        driver.delivery().send(frame, track);
    }

    @Override
    public int tracks() {
        return driver.delivery().tracks();
    }

    @Override
    @HotPath
    public boolean isWritable(int track) {
        return driver.delivery().isWritable(track);
    }

    @Override
    public Datagrams datagrams() {
        return driver.output();
    }

    @Override
    public void disconnect() {
        driver.delivery().disconnect();
    }

    @Override
    public void onCall(Stream stream) {
        Journal journal = driver.delivery().journal();
        if (journal != null && stream.attachment() instanceof PendingCall call) {
            journal.calls(call.operation());
        }
    }

    @Override
    public boolean keepsOrder() {
        return granted().handler().order() == MessageOrder.SESSION;
    }

    /** Durable messages are not read before they are stored, since they might be delivered twice. */
    @Override
    public boolean readsAsItComes(Received content) {
        if (driver.delivery().journal() != null) {
            return false;
        }
        if (content.stream().attachment() instanceof PendingCall call) {
            return call.onLongResponse();
        }
        return granted().handler().readsAsItComes() && services.arrivals.tryAcquire();
    }

    @Override
    public LiveConversation messages() {
        return conversation();
    }

    // As the runtime sees it.

    @Override
    public boolean isAccepting() {
        return plan == null;
    }

    @Override
    public Agreement agreement() {
        return granted().agreement();
    }

    @Override
    public LiveConversation conversation() {
        return Objects.requireNonNull(conversation, "the session is not open");
    }

    @Override
    public Traffic traffic() {
        return driver.traffic();
    }

    @Override
    public void close(ErrorCode code, String text) {
        driver.close(code, text);
    }

    @Override
    public boolean isUnder(byte[] digest, Object by) {
        return driver.lock().get(() -> scope.equals(by) && agreement().digest().matches(digest));
    }

    @Override
    public boolean accepts(byte[] secret) {
        return driver.lock().get(() -> driver.delivery().accepts(secret));
    }

    @Override
    public void adopt(Wire handed, byte[] secret, long received) {
        driver.lock().enter();
        try {
            driver.delivery().adopt(handed, secret, received);
        } finally {
            driver.lock().leaveToChannel();
        }
    }

    @Override
    public void onDelivery(Consumer<Delivery> action) {
        driver.lock().run(() -> action.accept(driver.delivery()));
    }

    @Override
    public void dropWaiting() {
        OneWayLane lane = conversation == null ? null : conversation.lane();
        if (lane != null) {
            lane.leave();
        }
    }

    @Override
    public CompletionStage<?> leave() {
        return driver.lock().get(() -> driver.delivery().leave());
    }

    private TokenGrant granted() {
        return Objects.requireNonNull(grant, "nothing was granted yet");
    }
}
