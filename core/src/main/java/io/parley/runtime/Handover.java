package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A RESUME that came on a new connection: finds the session, here or in the store, and hands the connection over to its
 * link. Nothing of that happens under the lock of the link that took the connection.
 */
final class Handover {
    private final Services services;
    private final Wire handed;
    private final Object door;
    private final byte[] secret;
    private final byte[] digest;
    private final long received;
    private final Consumer<ParleyException> refusal;

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
            var unused = durable.find(services, elsewhere, secret).whenComplete(this::handOver);
        };
    }

    private void handOver(@Nullable Link found, @Nullable Throwable failure) {
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
        }
    }
}
