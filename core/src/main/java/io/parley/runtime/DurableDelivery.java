package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.journal.Journal;
import java.util.HexFormat;
import java.util.concurrent.CompletionStage;

/**
 * Delivery of a session that outlives its process: what it sends and receives is stored first ({@link CommitGate}), on the
 * accepting side from its opening on, on the opening side from the first secret on.
 */
final class DurableDelivery extends ResumableDelivery {
    private final CommitGate gate;

    private DurableDelivery(SessionDriver driver, Parts parts, Durable durable, Journal journal, Runnable ended) {
        super(driver, parts);
        RunningSession session = parts.secrets().session();
        this.gate = new CommitGate(driver, journal, durable.stored(), ended, session::dropWaiting);
    }

    /** Accepting side: stores the session under an id. */
    static DurableDelivery accepting(SessionDriver driver, Parts parts, Durable durable, String id, Journal journal) {
        RunningSession session = parts.secrets().session();
        DurableDelivery delivery =
                new DurableDelivery(driver, parts, durable, journal, () -> durable.remove(id, session));
        parts.secrets().keepIn(journal, () -> durable.newSecret(id));
        durable.add(id, session);
        return delivery;
    }

    /** Opening side: stores the session under the name that its user gave it. */
    static DurableDelivery opening(SessionDriver driver, Parts parts, Durable durable, String name, Journal journal) {
        RunningSession session = parts.secrets().session();
        DurableDelivery delivery =
                new DurableDelivery(driver, parts, durable, journal, () -> durable.removeOpened(name, session));
        durable.addOpened(name, session);
        return delivery;
    }

    @Override
    public void onSecret(byte[] secret) {
        gate.journal().secrets(HexFormat.of().formatHex(secret), "");
    }

    @Override
    public Journal journal() {
        return gate.journal();
    }

    @Override
    public void send(ByteBuf frame) {
        gate.send(frame);
    }

    @Override
    public void send(ByteBuf frame, int lane) {
        gate.send(frame);
    }

    /** Frames are stored in the order in which they were sent. */
    @Override
    public int lanes() {
        return 1;
    }

    @Override
    public boolean isWritable() {
        return super.isWritable() && gate.hasRoom();
    }

    @Override
    public boolean isWritable(int lane) {
        return isWritable();
    }

    @Override
    public void hangUp() {
        gate.hangUp(this::closeConnection);
    }

    @Override
    public void onConnected() {
        gate.onConnected();
    }

    @Override
    public void commit() {
        gate.commit();
    }

    @Override
    public void whenStored(Runnable task, Runnable otherwise) {
        gate.whenStored(task, otherwise);
    }

    @Override
    ParleyException refusal() {
        return gate.isLost() ? Durable.notHere() : super.refusal();
    }

    @Override
    public void onClosed(Runnable told) {
        super.onClosed(gate.journal()::over);
        if (isOpening()) {
            gate.whenStored(told, told);
        } else {
            told.run();
        }
    }

    /** A transaction that is still under way would make the session this process's again. */
    @Override
    public CompletionStage<?> leave() {
        if (!isOpening() || driver().session().isClosed()) {
            return super.leave();
        }
        gate.abandon();
        return gate.begun();
    }

    /** Removes a session that could not go on from this process; in the store it stays as it was. */
    void abandon() {
        gate.abandon();
        driver().session().close(ErrorCode.INTERNAL, "the session cannot go on");
    }

    @Override
    public void stop() {
        gate.stop();
    }

    @Override
    public void loseToAnother() {
        gate.loseToAnother();
    }
}
