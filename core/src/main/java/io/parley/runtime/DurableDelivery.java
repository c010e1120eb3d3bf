package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.journal.Journal;
import io.parley.journal.StoredSession;
import io.parley.session.FrameLog;
import io.parley.session.Stream;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Delivery of a session that outlives its process: what it sends and receives is stored first ({@link CommitGate}), on the
 * accepting side from its opening on, on the opening side from the first secret on.
 */
final class DurableDelivery extends ResumableDelivery {
    private final Durable durable;
    /** Opening side: as what it is stored; null on the accepting side. */
    private final @Nullable Kept kept;

    private @Nullable CommitGate gate;

    /** Opening side: begins to store with the first secret. */
    DurableDelivery(SessionDriver driver, Parts parts, Durable durable, @Nullable Kept kept) {
        super(driver, parts);
        this.durable = durable;
        this.kept = kept;
    }

    /** Accepting side: all that comes and goes is stored from now on. */
    void keep(String id, Journal journal, RunningSession session) {
        gate = gate(journal, () -> durable.remove(id, session));
        secrets().keepIn(journal, () -> durable.newSecret(id));
        durable.add(id, session);
    }

    /** Accepting side: the same of a session that another process left. */
    void keep(String id, StoredSession stored, RunningSession session) {
        keep(id, stored.journal(), session);
        secrets().restore(stored.newest(), stored.before());
    }

    /** Opening side: the same. */
    void reopen(StoredSession stored) {
        keepOwn(Objects.requireNonNull(kept), stored.journal());
    }

    private CommitGate keepOwn(Kept as, Journal journal) {
        RunningSession session = secrets().session();
        CommitGate own = gate(journal, () -> durable.removeOpened(as.name(), session));
        durable.addOpened(as.name(), session);
        gate = own;
        return own;
    }

    private CommitGate gate(Journal journal, Runnable ended) {
        return new CommitGate(
                driver(),
                journal,
                durable.stored(),
                ended,
                () -> secrets().session().dropWaiting());
    }

    @Override
    public void onSecret(byte[] secret) {
        if (kept == null) {
            return;
        }
        CommitGate own = gate;
        if (own == null) {
            byte[] digest = secrets().session().agreement().digest().bytes();
            own = keepOwn(kept, durable.opened().begin(kept.name(), digest, kept.name(), kept.note()));
        }
        own.journal().secrets(HexFormat.of().formatHex(secret), "");
    }

    @Override
    public @Nullable FrameLog frameLog() {
        return gate == null ? null : gate.journal();
    }

    @Override
    public void send(ByteBuf frame) {
        if (gate == null) {
            super.send(frame);
        } else {
            gate.send(frame);
        }
    }

    @Override
    public boolean isWritable() {
        return super.isWritable() && (gate == null || gate.hasRoom());
    }

    @Override
    public void hangUp() {
        if (gate == null) {
            closeConnection();
        } else {
            gate.hangUp(this::closeConnection);
        }
    }

    @Override
    public void onConnected() {
        if (gate != null) {
            gate.onConnected();
        }
    }

    @Override
    public void commit() {
        if (gate != null) {
            gate.commit();
        }
    }

    @Override
    public void tidy() {
        if (gate != null) {
            gate.journal().tidy();
        }
    }

    @Override
    public boolean isStored() {
        return gate != null;
    }

    @Override
    public void whenStored(Runnable task, Runnable otherwise) {
        if (gate == null) {
            task.run();
        } else {
            gate.whenStored(task, otherwise);
        }
    }

    @Override
    public void onCall(String operation) {
        if (gate != null) {
            gate.journal().calls(operation);
        }
    }

    @Override
    public void onTaken(Stream stream) {
        if (gate != null) {
            gate.journal().taken(stream);
        }
    }

    @Override
    public void onHandled(Stream stream) {
        if (gate != null) {
            gate.journal().handled(stream);
        }
    }

    @Override
    ParleyException refusal() {
        return gate != null && gate.isLost() ? Durable.notHere() : Resumptions.refused();
    }

    @Override
    public void onClosed(Runnable told) {
        super.onClosed(() -> {});
        if (gate != null) {
            gate.journal().over();
        }
        if (gate == null || kept == null) {
            told.run();
        } else {
            gate.whenStored(told, told);
        }
    }

    /** A transaction that is still under way would make the session this process's again. */
    @Override
    public CompletionStage<?> leave() {
        if (gate == null || kept == null || driver().session().isClosed()) {
            return CompletableFuture.completedFuture(null);
        }
        gate.abandon();
        return gate.begun();
    }

    /** Removes a session that could not go on from this process; in the store it stays as it was. */
    void abandon() {
        if (gate != null) {
            gate.abandon();
        }
        driver().session().close(ErrorCode.INTERNAL, "the session cannot go on");
    }

    @Override
    public void stop() {
        if (gate != null) {
            gate.stop();
        }
    }

    @Override
    public void loseToAnother() {
        if (gate != null) {
            gate.loseToAnother();
        }
    }
}
