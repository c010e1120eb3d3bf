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
 * Journal of one session in a store: a record that every transaction replaces on the condition that nobody else did,
 * and its frames in batches, as long as they are needed. One transaction is under way at a time, and takes all that is
 * new when it begins.
 */
public final class Journal implements FrameLog {
    static final String RECORD = "session";
    static final String RECEIVED = "in ";
    static final String SENT = "out ";

    private static final Pattern BATCH = Pattern.compile("(in|out) [0-7][0-9a-f]{15}");

    /** Batches that one transaction removes; the rest is left to the next. */
    static final int MOST_REMOVED = 500;

    /** Number of unneeded batches that wait to be removed with other changes; beyond it they are removed at once. */
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

    private @Nullable Transaction underWay;
    /** Verdict on a transaction. */
    public enum Verdict {
        /** It is committed. */
        STORED,
        /** It is not committed, and may be tried again later. */
        AGAIN,
        /** The session is another process's now, or can be stored no more. */
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

    /** Takes over what is stored: the record, of that version, and batches. */
    void follow(SessionRecord record, long stored) {
        newest = record.newest();
        before = record.before();
        version = stored;
    }

    /** A stored batch of received frames, for those streams. */
    void addReceived(String name, ContentAddress what, Set<Integer> streams) {
        stored.put(name, what);
        need(name, streams);
        batches = Math.max(batches, number(name));
    }

    /** A stored batch of sent frames. */
    void addSent(String name, ContentAddress what, long last) {
        stored.put(name, what);
        unacknowledged.add(new Sent(name, last));
        batches = Math.max(batches, number(name));
    }

    /** A stored batch that the record does not name any more. */
    void addUnneeded(String name) {
        unneeded.add(name);
        batches = Math.max(batches, number(name));
    }

    /** Returns whether an entry of that name is a batch. */
    static boolean isBatch(String name) {
        return BATCH.matcher(name).matches();
    }

    /** Returns the state that follows from the frames. */
    public DurableState state() {
        return state;
    }

    /** Returns whether changes have to be stored before their effects may happen. */
    public boolean hasNews() {
        return news || underWay != null;
    }

    /** Returns whether a transaction is under way, or is to be tried again. */
    public boolean isUnderWay() {
        return underWay != null;
    }

    /** Returns whether nothing of the session is or will be stored. */
    public boolean isRemoved() {
        return removed;
    }

    /** Bytes of frames that wait for a transaction to begin. */
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

    /** A one-way message of the peer was handled. */
    public void handled(Stream stream) {
        state.onHandled(stream);
        news = true;
    }

    /** A call of this side begins with the next frame that is sent; its user calls it so. */
    public void calls(String label) {
        state.onCall(label);
    }

    /** The answer to a call of this side was taken; stored with what comes next, so that it costs no transaction. */
    public void taken(Stream call) {
        state.onTaken(call);
    }

    /** The session is over. */
    public void over() {
        state.onOver();
        news = true;
    }

    /**
     * The secrets that the session can be resumed by from now on, as hashes; the one before may be empty. The opening side
     * has one, as it is.
     */
    public void secrets(String newestHash, String hashBefore) {
        newest = newestHash;
        before = hashBefore;
        news = true;
    }

    /** Makes the session this process's: whoever else stores it fails from then on. */
    public void claim() {
        news = true;
    }

    /** Removes what is not needed any more, though nothing else is new. */
    public void tidy() {
        news |= !unneeded.isEmpty();
    }

    /**
     * Begins to store what is new, or tries again what could not be stored.
     *
     * @return null if nothing is to be stored
     */
    public @Nullable CompletionStage<TransactionOutcome> commit() {
        Transaction again = underWay;
        if (again != null) {
            // Whatever the store said of it: one that failed may have applied it before.
            return journals.applyUnlessDone(scope.key(RECORD), again);
        }
        if (!news || removed) {
            news = false;
            return null;
        }
        news = false;
        Transaction next = next();
        underWay = next;
        return journals.apply(next);
    }

    /** Handles the outcome of the transaction that {@link #commit} began; exactly one argument is not null. */
    public Verdict onOutcome(@Nullable TransactionOutcome outcome, @Nullable ParleyException failure) {
        if (outcome instanceof TransactionOutcome.Done done) {
            version = done.version();
            underWay = null;
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
