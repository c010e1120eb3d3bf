package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.session.Session;
import io.parley.session.SessionHost;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivery of a session that survives the loss of its connection within the agreed time: the opening side reconnects,
 * after growing pauses with jitter; the accepting side waits.
 */
class ResumableDelivery extends DirectDelivery {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    /** Errors after which another attempt is pointless. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.TOKEN_REFUSED, ErrorCode.WRONG_NODE, ErrorCode.PROTOCOL, ErrorCode.DIGEST_MISMATCH);

    private static final Logger LOG = LoggerFactory.getLogger(ResumableDelivery.class);

    private final SessionDriver driver;
    private final Services services;
    private final Parts parts;
    private Duration most = Duration.ZERO;
    private Timers.@Nullable Timer end;
    private Timers.@Nullable Timer next;
    private long deadline;
    private boolean confirmed = true;
    private int attempts;
    /** Error of the last attempt. */
    private @Nullable ParleyException failure;

    /**
     * The parts of a session that further connections need.
     *
     * @param host that of the session
     * @param plan null on the accepting side
     * @param secrets those of the session
     */
    record Parts(SessionHost host, @Nullable ConnectPlan plan, Resumptions.OfSession secrets) {}

    ResumableDelivery(SessionDriver driver, Parts parts) {
        super(driver.output(), driver.lock());
        this.driver = driver;
        this.services = driver.services();
        this.parts = parts;
    }

    final boolean isOpening() {
        return parts.plan() != null;
    }

    final SessionDriver driver() {
        return driver;
    }

    @Override
    public byte[] newSecret() {
        return parts.secrets().issue();
    }

    @Override
    public void onOpened(Agreement agreement) {
        most = Duration.ofMillis(agreement.limits().get(Limit.RESUME_MILLIS));
    }

    /**
     * Handles the loss of the connection. The time to resume starts when a working connection is lost, so that a
     * further connection that is lost at once does not extend it.
     */
    @Override
    public void onConnectionLost(ParleyException why) {
        services.events.cut.increment();
        LOG.debug("Lost the connection of the session with {}: {}", driver.remote(), why.getMessage());
        long now = services.timers.nanoTime();
        if (confirmed) {
            confirmed = false;
            deadline = now + most.toNanos();
        }
        cancel(end);
        end = services.timers.schedule(() -> giveUp(why), Duration.ofNanos(Math.max(0, deadline - now)));
        scheduleReconnect();
    }

    /** Ends the session, because it was not resumed in time. */
    private void giveUp(ParleyException lost) {
        driver.lock().run(() -> {
            String lastly = failure == null ? "" : "; at last: " + failure.getMessage();
            driver.session()
                    .giveUp(new ParleyException(
                            ErrorCode.CONNECTION_LOST,
                            "session: expected to be resumed within " + most.toMillis()
                                    + " ms, found no connection; the setting is " + Limit.RESUME_MILLIS.setting()
                                    + lastly,
                            lost));
            disconnect();
        });
    }

    /** Opening side: starts another attempt. */
    private void reconnect(ConnectPlan by) {
        driver.lock().run(() -> {
            Session session = driver.session();
            if (session.isLost()) {
                Session again = Session.resuming(parts.host(), session);
                Wire onto = new Wire(driver, again, null);
                driver.listenTo(onto);
                driver.lock().defer(() -> by.connect(onto));
            }
        });
    }

    /** Opening side: handles a failed attempt, by another one or the end of the session. */
    @Override
    public void onResumptionFailed(ParleyException why) {
        LOG.debug("Failed to resume the session with {}: {}", driver.remote(), why.getMessage());
        driver.times().connectedAgain();
        failure = why;
        if (FINAL.contains(why.code())) {
            driver.session()
                    .giveUp(new ParleyException(
                            ErrorCode.CONNECTION_LOST, "session: the connection was lost and cannot be resumed", why));
        } else {
            scheduleReconnect();
        }
    }

    @Override
    public void onResumed() {
        driver.times().connectedAgain();
        cancelTimers();
        driver.carriedBy(driver.wire());
        driver.output().markAccepted();
        services.events.resumed.increment();
        LOG.debug("Resumed the session with {}", driver.remote());
    }

    @Override
    public boolean accepts(byte[] secret) {
        return !driver.session().isClosed() && parts.secrets().accept(secret);
    }

    @Override
    public void adopt(Wire handed, byte[] secret, long received) {
        Session before = driver.session();
        if (!accepts(secret)) {
            throw refusal();
        }
        long now = services.timers.nanoTime();
        before.checkResumption(received, now);
        closeConnection();
        driver.moveTo(Objects.requireNonNull(handed.connection()));
        driver.output().markAccepted();
        driver.carriedBy(handed);
        handed.carry(driver);
        cancelTimers();
        driver.session().acceptResumption(before, received, parts.secrets().renew(secret), now);
        services.events.resumed.increment();
        LOG.debug("Resumed the session with {}", driver.remote());
    }

    /** Returns the refusal of a secret that is not valid now. */
    ParleyException refusal() {
        return Resumptions.refused();
    }

    @Override
    public void onConfirmed() {
        parts.secrets().confirmed();
        confirmed = true;
        failure = null;
        attempts = 0;
    }

    @Override
    public void onClosed(Runnable afterwards) {
        parts.secrets().revoke();
        cancelTimers();
        afterwards.run();
    }

    private void cancelTimers() {
        cancel(end);
        cancel(next);
    }

    private void scheduleReconnect() {
        ConnectPlan plan = parts.plan();
        if (plan != null) {
            long pause = Math.min(LONGEST_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(attempts, 20));
            attempts++;
            long jittered = pause / 2 + services.random.nextLong(pause / 2);
            cancel(next);
            next = services.timers.schedule(() -> reconnect(plan), Duration.ofNanos(jittered));
        }
    }

    private static void cancel(Timers.@Nullable Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
