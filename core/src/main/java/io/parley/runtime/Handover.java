package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A RESUME that came on a new connection: finds the session, here or in the store, and hands the connection over to its
 * link. Nothing of that happens under the lock of the link that took the connection.
 */
final class Handover {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

    private final Services services;
    private final Wire handed;
    private final Object door;
    private final byte[] secret;
    private final byte[] digest;
    private final long received;
    private final Consumer<ParleyException> refusal;
    private final AtomicBoolean settled = new AtomicBoolean();

    /**
     * @param handed the connection
     * @param door where it came in
     * @param refusal told why it resumes nothing
     */
    Handover(
            Services services,
            Wire handed,
            Object door,
            byte[] secret,
            byte[] digest,
            long received,
            Consumer<ParleyException> refusal) {
        this.services = services;
        this.handed = handed;
        this.door = door;
        this.secret = secret;
        this.digest = digest;
        this.received = received;
        this.refusal = refusal;
    }

    /**
     * What is to be done outside of the lock.
     *
     * @throws ParleyException with the code to refuse with
     */
    Runnable find() {
        Durable durable = services.durable;
        String elsewhere = durable == null ? null : services.resumptions.elsewhere(secret);
        if (durable == null || elsewhere == null) {
            Link found = services.resumptions.find(secret, digest, door);
            return () -> handOver(found, null);
        }
        return () -> {
            Duration most = Duration.ofMillis(services.limits.get(Limit.RESUME_MILLIS));
            Timers.Timer limit = services.timers.schedule(() -> onLate(most), most);
            var unused = durable.find(services, elsewhere, secret).whenComplete((found, failure) -> {
                limit.cancel();
                handOver(found, failure);
            });
        };
    }

    /** A store that hangs holds up no connection: it has no other timer by now. */
    private void onLate(Duration most) {
        if (!settled.getAndSet(true)) {
            refusal.accept(new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    "RESUME: expected the store to have the session within " + most.toMillis()
                            + " ms, found no answer; the setting is " + Limit.RESUME_MILLIS.setting()));
        }
    }

    private void handOver(@Nullable Link found, @Nullable Throwable failure) {
        if (settled.getAndSet(true)) {
            return;
        }
        try {
            if (found == null) {
                throw failure instanceof ParleyException coded
                        ? coded
                        : new ParleyException(ErrorCode.INTERNAL, "RESUME: the session could not go on", failure);
            }
            if (!found.isUnder(digest, door)) {
                throw Resumptions.refused();
            }
            found.adopt(handed, secret, received);
        } catch (ParleyException e) {
            refusal.accept(e);
        } catch (RuntimeException | Error e) { // the connection has no timer any more, so it must not be left
            LOG.warn("a session could not go on on another connection", e);
            refusal.accept(new ParleyException(ErrorCode.INTERNAL, "RESUME: the session could not go on", e));
            if (e instanceof VirtualMachineError broken) {
                throw broken;
            }
        }
    }
}
