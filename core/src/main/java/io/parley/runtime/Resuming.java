package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.session.Session;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Move of a session from a lost connection to the next, within the agreed time: the opening side reconnects, after
 * pauses that grow and differ; the accepting side waits. Guarded by the link's lock.
 */
final class Resuming {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** Errors, of the peer or found in it, that another attempt would not change. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.TOKEN_REFUSED, ErrorCode.WRONG_NODE, ErrorCode.PROTOCOL, ErrorCode.DIGEST_MISMATCH);

    private static final Logger LOG = LoggerFactory.getLogger(Resuming.class);

    private final Link link;
    private final Services services;
    /** Null on the accepting side. */
    private final @Nullable Way way;

    private final Resumptions.OfSession secrets;
    private final Deadlines deadlines;
    private Duration most = Duration.ZERO;
    private Timers.@Nullable Timer end;
    private Timers.@Nullable Timer next;
    private long deadline;
    private boolean proved = true;
    private int attempts;
    /** Error of the last attempt. */
    private @Nullable ParleyException failure;

    Resuming(Link link, Services services, @Nullable Way way, Resumptions.OfSession secrets, Deadlines deadlines) {
        this.link = link;
        this.services = services;
        this.way = way;
        this.secrets = secrets;
        this.deadlines = deadlines;
    }

    /** Whether this is the side that waits. */
    boolean isAccepting() {
        return way == null;
    }

    /** Accepting side: a secret by which the session can be resumed. */
    byte[] newSecret() {
        return secrets.issue();
    }

    /** The session is open: how long it may be without a connection was agreed. */
    void opened(Agreement agreement) {
        most = Duration.ofMillis(agreement.limits().get(Limit.RESUME_MILLIS));
    }

    /**
     * Handles the loss of the connection. The time to get another runs from the last one that worked, so that one which
     * is lost again at once does not prolong it.
     */
    void lost(ParleyException why) {
        LOG.debug("session with {} lost its connection: {}", link.remote(), why.getMessage());
        services.events.cut.increment();
        long now = services.timers.nanoTime();
        if (proved) {
            proved = false;
            deadline = now + most.toNanos();
        }
        cancel(end);
        end = services.timers.schedule(() -> giveUp(why), Duration.ofNanos(Math.max(0, deadline - now)));
        tryAgain();
    }

    /** The time to get another connection is over. */
    private void giveUp(ParleyException lost) {
        link.turns().run(() -> {
            String lastly = failure == null ? "" : "; at last: " + failure.getMessage();
            link.session()
                    .giveUp(new ParleyException(
                            ErrorCode.CONNECTION_LOST,
                            "session: expected to be resumed within " + most.toMillis()
                                    + " ms, found no connection; the setting is " + Limit.RESUME_MILLIS.setting()
                                    + lastly,
                            lost));
            link.disconnect();
        });
    }

    /** Opening side: one more attempt. */
    private void reconnect(Way by) {
        link.turns().run(() -> {
            Session session = link.session();
            if (session.isLost()) {
                Session again = Session.resuming(services.sessionSettings(link.agreement()), link.actions(), session);
                Wire next = new Wire(link, again, null);
                link.listenTo(next);
                link.turns().after(() -> by.connect(next));
            }
        });
    }

    /** Opening side: an attempt failed; there is another, or the session ends. */
    void failed(ParleyException why) {
        LOG.debug("session with {} was not resumed: {}", link.remote(), why.getMessage());
        deadlines.connectedAgain();
        failure = why;
        if (FINAL.contains(why.code())) {
            link.session()
                    .giveUp(new ParleyException(
                            ErrorCode.CONNECTION_LOST, "session: the connection was lost and cannot be resumed", why));
        } else {
            tryAgain();
        }
    }

    /** Opening side: there is a connection again. */
    void resumed(Wire on) {
        deadlines.connectedAgain();
        stopTrying();
        link.carriedBy(on);
        services.events.resumed.increment();
        LOG.debug("session goes on with {}", link.remote());
    }

    /** Accepting side: whether the session can be resumed by that secret now. */
    boolean accepts(byte[] secret) {
        return !link.session().isClosed() && secrets.accept(secret);
    }

    /**
     * Accepting side: the session goes on on a connection that another link took.
     *
     * @throws ParleyException with the code to refuse with
     */
    void adopt(Wire handed, byte[] secret, long received) {
        Session before = link.session();
        if (!accepts(secret)) {
            throw link.storing().isElsewhere() ? Durable.notHere() : Resumptions.refused();
        }
        long now = services.timers.nanoTime();
        before.checkResumption(received, now);
        link.moveTo(Objects.requireNonNull(handed.connection()));
        link.carriedBy(handed);
        handed.carry(link);
        stopTrying();
        link.session().goOn(before, received, secrets.renew(secret), now);
        services.events.resumed.increment();
        LOG.debug("session goes on with {}", link.remote());
    }

    /** The first frame came: the connection works, and the peer has the newest secret. */
    void proved() {
        secrets.proved();
        proved = true;
        failure = null;
        attempts = 0;
    }

    /** The session is over. */
    void over() {
        secrets.revoke();
        stopTrying();
    }

    private void stopTrying() {
        cancel(end);
        cancel(next);
    }

    private void tryAgain() {
        if (way != null) {
            long pause = Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(attempts, 20));
            attempts++;
            long jittered = pause / 2 + services.random.nextLong(pause / 2);
            cancel(next);
            next = services.timers.schedule(() -> reconnect(way), Duration.ofNanos(jittered));
        }
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
