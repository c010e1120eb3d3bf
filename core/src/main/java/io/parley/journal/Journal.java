package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Value;
import io.parley.frame.FrameHeader;
import io.parley.session.DurableState;
import io.parley.session.FrameLog;
import io.parley.session.Stream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Journal of one session in a store: a record that every transaction replaces, on the condition that no other process
 * has replaced it, and the frames in batches for as long as they are needed. One transaction is in progress at a time,
 * with all changes that are pending when it starts.
 */
public final class Journal implements FrameLog {
    static final String RECORD = "session";
    static final String RECEIVED = "in ";
    static final String SENT = "out ";

    private static final Pattern BATCH = Pattern.compile("(in|out) [0-7][0-9a-f]{15}");

    /** Maximum number of batches removed by one transaction; the rest is left to the next. */
    static final int MOST_REMOVED = 500;

    /**
     * Number of unneeded batches that may wait to be removed with other changes; above it, their removal is a reason
     * for a transaction.
     */
    private static final int MOST_UNNEEDED = 100;

    private final Journals journals;
    private final Scope scope;
    private final Value digest;
    private final String principal;
    private final Value terms;
    private final DurableState state;
    private String newest = "";
    private String before = "";

    private final FrameBatch received = new FrameBatch();
    private final Set<Integer> receivedFor = new TreeSet<>();
    private final FrameBatch sent = new FrameBatch();
    private long lastSent;

    /** Stored batches of received frames, by the streams that need them. */
    private final Map<Integer, List<Needed>> needed = new HashMap<>();
    /** Stored batches of sent frames, oldest first. */
    private final ArrayDeque<Sent> unacknowledged = new ArrayDeque<>();

    /** Content addresses of the stored batches, by name. */
    private final TreeMap<String, ContentAddress> stored = new TreeMap<>();

    private final ArrayDeque<String> unneeded = new ArrayDeque<>();
    private long batches;
    private long version;
    private boolean news;
    private boolean removed;

    private @Nullable Transaction inProgress;
    /** Verdict on a transaction. */
    public enum Verdict {
        /** The transaction is committed. */
        STORED,
        /** The transaction is not committed, and may be retried later. */
        AGAIN,
        /** Another process owns the session, or it cannot be stored any more. */
        LOST
    }

    private static final class Needed {
        final String name;
        int messages;

        Needed(String name) {
            this.name = name;
        }
    }

    private record Sent(String name, long last) {}

    Journal(Journals journals, Scope scope, Value digest, String principal, Value terms, DurableState state) {
        this.journals = journals;
        this.scope = scope;
        this.digest = digest;
        this.principal = principal;
        this.terms = terms;
        this.state = state;
        state.onDone(this::onDone);
    }

    /**
     * Initialises the journal from the stored record.
     *
     * @param stored version of the record
     */
    void follow(SessionRecord record, long stored) {
        newest = record.newest();
        before = record.before();
        version = stored;
    }

    /** Registers a stored batch of received frames, for the streams that need it. */
    void addReceived(String name, ContentAddress what, Set<Integer> streams) {
        stored.put(name, what);
        need(name, streams);
        batches = Math.max(batches, number(name));
    }

    /**
     * Registers a stored batch of sent frames.
     *
     * @param last sequence number of its last frame
     */
    void addSent(String name, ContentAddress what, long last) {
        stored.put(name, what);
        unacknowledged.add(new Sent(name, last));
        batches = Math.max(batches, number(name));
    }

    /** Registers a stored batch that the record no longer names. */
    void addUnneeded(String name) {
        unneeded.add(name);
        batches = Math.max(batches, number(name));
    }

    /** Returns whether an entry of that name is a batch. */
    static boolean isBatch(String name) {
        return BATCH.matcher(name).matches();
    }

    /** Returns the state that is derived from the frames. */
    public DurableState state() {
        return state;
    }

    /** Returns whether there are changes to store, or a transaction is in progress. */
    public boolean hasNews() {
        return news || inProgress != null;
    }

    /** Returns whether a transaction is in progress, or is to be retried. */
    public boolean isUnderWay() {
        return inProgress != null;
    }

    /** Returns whether nothing of the session is or will be stored. */
    public boolean isRemoved() {
        return removed;
    }

    /** Returns the bytes of frames that wait for the next transaction. */
    public int pendingBytes() {
        return received.length() + sent.length();
    }

    @Override
    public void received(ByteBuf frame) {
        int stream = state.onReceived(frame);
        news = true;
        if (stream != 0) {
            received.add(frame);
            receivedFor.add(stream);
        }
    }

    @Override
    public void sent(ByteBuf frame, int checksum) {
        state.onSent(frame.slice(frame.readerIndex(), frame.readableBytes() - checksum));
        news = true;
        sent.add(frame);
        lastSent = FrameHeader.sequence(frame);
    }

    @Override
    public void acknowledged(long number) {
        for (Sent oldest = unacknowledged.peek(); oldest != null && oldest.last <= number; ) {
            drop(unacknowledged.remove().name);
            oldest = unacknowledged.peek();
        }
        news |= unneeded.size() > MOST_UNNEEDED;
    }

    /** Records that a one-way message of the peer was handled. */
    public void handled(Stream stream) {
        state.onHandled(stream);
        news = true;
    }

    /** Sets the label of the call of this side that starts with the next frame. */
    public void calls(String label) {
        state.onCall(label);
    }

    /** Records that the response to a call was consumed; stored with the next transaction, so that it causes none. */
    public void taken(Stream call) {
        state.onTaken(call);
    }

    /** Records the end of the session. */
    public void over() {
        state.onOver();
        news = true;
    }

    /**
     * Sets the hashes of the secrets by which the session can be resumed; the previous one may be empty. The opening
     * side has one secret, which is not hashed.
     */
    public void secrets(String newestHash, String hashBefore) {
        newest = newestHash;
        before = hashBefore;
        news = true;
    }

    /** Claims the session for this process: further transactions of other processes fail. */
    public void claim() {
        news = true;
    }

    /** Removes unneeded batches, even without other changes. */
    public void tidy() {
        news |= !unneeded.isEmpty();
    }

    /**
     * Starts to store pending changes, or retries those that could not be stored.
     *
     * @return null if there is nothing to store
     */
    public @Nullable CompletionStage<TransactionOutcome> commit() {
        Transaction again = inProgress;
        if (again != null) {
            // Regardless of the reported outcome: a failed transaction may have been applied.
            return journals.applyUnlessDone(scope.key(RECORD), again);
        }
        if (!news || removed) {
            news = false;
            return null;
        }
        news = false;
        Transaction next = next();
        inProgress = next;
        return journals.apply(next);
    }

    /** Handles the outcome of the transaction started by {@link #commit}; exactly one argument is not null. */
    public Verdict onOutcome(@Nullable TransactionOutcome outcome, @Nullable ParleyException failure) {
        if (outcome instanceof TransactionOutcome.Done done) {
            version = done.version();
            inProgress = null;
            return Verdict.STORED;
        }
        boolean passing = failure != null
                && (failure.code() == ErrorCode.CONTEXT_UNAVAILABLE || failure.code() == ErrorCode.BUDGET);
        return passing || outcome instanceof TransactionOutcome.Unknown ? Verdict.AGAIN : Verdict.LOST;
    }

    private Transaction next() {
        List<Change> changes = new ArrayList<>();
        addReceived(changes);
        addSent(changes);
        if (state.isDone()) {
            unacknowledged.forEach(batch -> drop(batch.name));
            unacknowledged.clear();
        }
        for (int room = MOST_REMOVED; room > 0 && !unneeded.isEmpty(); room--) {
            changes.add(new Change.Delete(unneeded.remove(), Condition.any()));
        }
        Condition ours = version == 0 ? Condition.absent() : Condition.version(version);
        if (state.isDone() && version != 0 && unneeded.isEmpty()) {
            changes.add(new Change.Delete(RECORD, ours));
            removed = true;
        } else {
            news = state.isDone();
            Value record = new SessionRecord(digest, principal, terms, newest, before, journals.stamp(), stored, state)
                    .encoded();
            changes.add(journals.put(RECORD, journals.seal().close(scope.key(RECORD), record), journals.owner(), ours));
        }
        return new Transaction(scope, "parley", changes, false);
    }

    private void addReceived(List<Change> changes) {
        if (receivedFor.isEmpty()) {
            received.clear();
        }
        if (!received.isEmpty()) {
            String name = name(RECEIVED);
            Value frames = received.take();
            stored.put(name, frames.address());
            need(name, receivedFor);
            receivedFor.clear();
            changes.add(journals.put(name, frames, owner(), Condition.any()));
        }
    }

    private void addSent(List<Change> changes) {
        if (state.isDone()) {
            sent.clear();
        }
        if (!sent.isEmpty()) {
            String name = name(SENT);
            Value frames = sent.take();
            stored.put(name, frames.address());
            unacknowledged.add(new Sent(name, lastSent));
            changes.add(journals.put(name, frames, owner(), Condition.any()));
        }
    }

    private void need(String name, Set<Integer> streams) {
        Needed batch = new Needed(name);
        for (int stream : streams) {
            batch.messages++;
            needed.computeIfAbsent(stream, id -> new ArrayList<>(1)).add(batch);
        }
        if (streams.isEmpty()) {
            drop(name);
        }
    }

    private void onDone(int stream) {
        receivedFor.remove(stream);
        List<Needed> batchesOf = needed.remove(stream);
        if (batchesOf != null) {
            for (Needed batch : batchesOf) {
                batch.messages--;
                if (batch.messages == 0) {
                    drop(batch.name);
                }
            }
        }
    }

    private void drop(String batch) {
        stored.remove(batch);
        unneeded.add(batch);
    }

    /** Returns the owner whose quota the frames count against. */
    private String owner() {
        return Journals.owner(principal);
    }

    private String name(String kind) {
        batches++;
        return String.format("%s%016x", kind, batches);
    }

    private static long number(String name) {
        return Long.parseLong(name.substring(name.indexOf(' ') + 1), 16);
    }
}
