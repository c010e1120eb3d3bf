package io.parley.runtime;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.journal.Journal;
import java.util.HexFormat;
import java.util.concurrent.CompletionStage;

/**
 * Delivery of a session that survives its process: frames are stored before they take effect ({@link CommitGate}); on
 * the accepting side from the opening on, on the opening side from the first secret on.
 */
final class DurableDelivery extends ResumableDelivery {
    private final CommitGate gate;

    private DurableDelivery(SessionDriver driver, Parts parts, Durable durable, Journal journal, Runnable ended) {
        super(driver, parts);
        RunningSession session = parts.secrets().session();
        this.gate = new CommitGate(driver, journal, durable.stored(), ended, session::dropWaiting);
    }

    /** Accepting side: creates the delivery of a session that is stored under an id. */
    static DurableDelivery accepting(SessionDriver driver, Parts parts, Durable durable, String id, Journal journal) {
        RunningSession session = parts.secrets().session();
        DurableDelivery delivery =
                new DurableDelivery(driver, parts, durable, journal, () -> durable.remove(id, session));
        parts.secrets().keepIn(journal, () -> durable.newSecret(id));
        durable.add(id, session);
        return delivery;
    }

    /** Opening side: creates the delivery of a session that is stored under the name that the application gave it. */
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
    public void send(ByteBuf frame, int track) {
        gate.send(frame);
    }

    /** Frames are stored in the order in which they were sent. */
    @Override
    public int tracks() {
        return 1;
    }

    @Override
    public boolean isWritable() {
        return super.isWritable() && gate.hasRoom();
    }

    @Override
    public boolean isWritable(int track) {
        return isWritable();
    }

    @Override
    public void disconnect() {
        gate.disconnect(this::closeConnection);
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
    public void onClosed(Runnable afterwards) {
        super.onClosed(gate.journal()::over);
        if (isOpening()) {
            gate.whenStored(afterwards, afterwards);
        } else {
            afterwards.run();
        }
    }

    /** Waits for the transaction in progress, which would make this process the owner again. */
    @Override
    public CompletionStage<?> leave() {
        if (isOpening() && driver().session().isClosed()) {
            return super.leave();
        }
        gate.leave();
        return gate.begun();
    }

    /** Removes a session that failed to be restored from this process; the stored session is not changed. */
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
