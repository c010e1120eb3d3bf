package io.parley.runtime;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Connector;
import io.parley.context.ContextStore;
import io.parley.journal.Journals;
import io.parley.journal.StoredSession;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Durable sessions that this side opens: frames are stored in {@link ParleyRuntime.Builder#durable} before they take
 * effect, under a name by which the next process continues the session. Thread-safe; methods block while the store is
 * read.
 */
public final class DurableClientSessions {
    private final Services services;
    private final Dialer dialer;

    DurableClientSessions(Services services, Dialer dialer) {
        this.services = services;
        this.dialer = dialer;
    }

    /**
     * Connects and opens a session like {@link ParleyRuntime#open(Agreement, byte[], byte[], MessageHandler)}; the next
     * process continues it by {@link #reopen}.
     *
     * @param name by which the next process finds it; at most 200 characters
     * @param note the data that process needs to restore the agreement; {@link #note} returns it
     * @throws IllegalArgumentException if the agreement is not durable, or there is no store
     * @throws IllegalStateException if there is a session of that name, here or left by an earlier process
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store cannot be read
     */
    public CompletionStage<Conversation> open(
            String name, byte[] note, Agreement agreement, byte[] token, MessageHandler handler) {
        return open(new RestartKey(name, note.clone()), agreement, token, handler, () -> dialer.plan(agreement));
    }

    /** Opens a session over connections made by a connector; the agreed addresses are ignored. */
    public CompletionStage<Conversation> open(
            String name, byte[] note, Agreement agreement, byte[] token, MessageHandler handler, Connector connector) {
        return open(new RestartKey(name, note.clone()), agreement, token, handler, () -> dialer.plan(connector));
    }

    private CompletionStage<Conversation> open(
            RestartKey kept, Agreement agreement, byte[] token, MessageHandler handler, Supplier<ConnectPlan> plan) {
        if (keeping(agreement).left(kept.name()) != null) {
            throw new IllegalStateException(
                    "expected no session of the name " + kept.name() + ", found that an earlier process left one");
        }
        return dialer.open(agreement, token, new byte[0], handler, plan, kept);
    }

    /**
     * Returns the note of a session that an earlier process opened and that is not closed as far as this side knows;
     * empty if there is none of that name.
     *
     * @param store the one given to {@link ParleyRuntime.Builder#durable}
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the store cannot be read
     */
    public static Optional<byte[]> note(ContextStore store, String name) {
        StoredSession stored =
                Journals.opened(store, Limits.defaults(), Runnable::run).load(name);
        return stored == null || stored.state().isOver()
                ? Optional.empty()
                : Optional.of(stored.terms().toArray());
    }

    /**
     * Continues a session that an earlier process opened: its one-way messages that may not have arrived are sent
     * again, and its interrupted calls are in the result. The conversation connects by itself, as after the loss of a
     * connection; it ends with {@code CONNECTION_LOST} if the other side no longer has the session.
     *
     * @param agreement equal to the one it was opened with, except for the addresses
     * @return empty if there is none of that name
     * @throws ParleyException {@code DIGEST_MISMATCH} if it was opened with another agreement;
     *     {@code CONTEXT_UNAVAILABLE} if the store cannot be read; {@code BUDGET} if there is no capacity for the
     *     stored messages; {@code CONNECT_FAILED} if the agreed addresses cannot be connected to as agreed
     */
    public Optional<ReopenedSession> reopen(String name, Agreement agreement, MessageHandler handler) {
        return reopen(name, agreement, handler, () -> dialer.plan(agreement));
    }

    /** Continues a session over connections made by a connector, all of them to resume it. */
    public Optional<ReopenedSession> reopen(
            String name, Agreement agreement, MessageHandler handler, Connector connector) {
        return reopen(name, agreement, handler, () -> dialer.plan(connector));
    }

    private Optional<ReopenedSession> reopen(
            String name, Agreement agreement, MessageHandler handler, Supplier<ConnectPlan> plan) {
        StoredSession stored = keeping(agreement).left(name);
        if (stored == null) {
            return Optional.empty();
        }
        if (!agreement.digest().matches(stored.digest().toArray())) {
            throw new ParleyException(
                    ErrorCode.DIGEST_MISMATCH,
                    "session " + name + ": expected the agreement that it was opened with, found another");
        }
        RestartKey kept = new RestartKey(name, stored.terms().toArray());
        TokenGrant grant = Dialer.granted(agreement, handler);
        return Optional.of(LiveSession.reopened(services, plan.get(), grant, kept, stored));
    }

    private Durable keeping(Agreement agreement) {
        Durable durable = services.durable;
        if (durable == null || agreement.reliability() != Reliability.DURABLE) {
            throw new IllegalArgumentException("a session that outlives this process: expected a store and reliability"
                    + " durable, found " + (durable == null ? "no store" : agreement.reliability()));
        }
        services.checkDurable(agreement);
        return durable;
    }
}
