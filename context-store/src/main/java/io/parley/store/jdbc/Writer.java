package io.parley.store.jdbc;

import io.parley.DaemonThreads;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Rules;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.store.WaitingJobs;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writer thread of a store. Transactions that arrive while it commits share the next commit (group commit). Outcomes
 * are completed after the commit, on this thread.
 */
final class Writer implements AutoCloseable {
    private final Dialect dialect;
    private final JdbcClock clock;
    private final Rules rules;
    private final Sweep sweep;
    private final Consumer<Scope> changed;
    private final WaitingJobs<WriteTask> waiting;
    private final Thread thread;
    private @Nullable Session session;

    /** Write other than a store transaction, in a database transaction of its own. */
    interface WriteTask {
        int run(Session session) throws SQLException;
    }

    /** Transaction that exceeds its owner's quota so far. */
    private record Refusal(WaitingJobs.Write write, ParleyException quota) {}

    /**
     * Creates a writer, which is to be started.
     *
     * @param changed called for each scope whose log has grown
     */
    Writer(Dialect dialect, JdbcClock clock, Rules rules, Consumer<Scope> changed) {
        this.dialect = dialect;
        this.clock = clock;
        this.rules = rules;
        this.sweep = new Sweep(dialect, clock, rules, changed);
        this.changed = changed;
        this.waiting = new WaitingJobs<>(dialect.place(), "the database");
        this.thread = DaemonThreads.named("parley-context-" + dialect.engine() + "-writer")
                .newThread(this::run);
    }

    void start() {
        thread.start();
    }

    CompletableFuture<TransactionOutcome> apply(Transaction transaction) {
        return waiting.add(transaction);
    }

    /** Runs a task after the pending jobs, and blocks until it has ended. */
    int run(WriteTask work) {
        return waiting.run(work);
    }

    private void run() {
        WaitingJobs.Portion<WriteTask> portion = waiting.next();
        while (!portion.isEmpty()) {
            portion.task().ifPresent(this::run);
            if (!portion.writes().isEmpty()) {
                write(portion.writes());
            }
            portion = waiting.next();
        }
        drop();
    }

    private void run(WaitingJobs.PendingTask<WriteTask> task) {
        try {
            task.future().complete(inTransaction(task.work()));
        } catch (SQLException e) {
            dropIfLost(e);
            task.future().completeExceptionally(Failures.unavailable(dialect, "to write", e));
        } catch (RuntimeException | Error e) {
            drop();
            task.future().completeExceptionally(e);
        }
    }

    private int inTransaction(WriteTask work) throws SQLException {
        Session open = session();
        boolean isDone = false;
        try {
            int result = work.run(open);
            open.commit();
            isDone = true;
            return result;
        } finally {
            if (!isDone) {
                open.rollback();
            }
        }
    }

    /** Writes transactions; those beyond a quota are retried once after all expired entries are removed. */
    private void write(List<WaitingJobs.Write> writes) {
        List<Refusal> refusals = tryToWrite(writes);
        if (!refusals.isEmpty() && hasMadeRoom(refusals)) {
            refusals = tryToWrite(refusals.stream().map(Refusal::write).toList());
        }
        refusals.forEach(refusal -> refusal.write.future().completeExceptionally(refusal.quota));
    }

    private boolean hasMadeRoom(List<Refusal> wanted) {
        try {
            int all = 0;
            int cleared;
            do {
                cleared = inTransaction(sweep.expire());
                all += cleared;
            } while (cleared > 0);
            return all > 0;
        } catch (SQLException e) {
            dropIfLost(e);
            return false;
        } catch (RuntimeException | Error e) { // the writer thread must survive
            drop();
            wanted.forEach(refusal -> refusal.quota.addSuppressed(e));
            return false;
        }
    }

    /** Writes transactions and completes all except those refused by a quota, which it returns. */
    private List<Refusal> tryToWrite(List<WaitingJobs.Write> writes) {
        boolean isKept = session != null;
        try {
            return writeTogether(writes);
        } catch (SQLException e) {
            dropIfLost(e);
            // A kept session may have been lost while it was idle; nothing was committed, so the write is retried once.
            if (isKept && session == null) {
                return tryToWrite(writes);
            }
            return writes.size() == 1 || dialect.isLost(e) ? fail(writes, e) : writeOneByOne(writes);
        } catch (RuntimeException | Error e) { // the writer thread must survive
            drop();
            return fail(writes, internal(e));
        }
    }

    private List<Refusal> fail(List<WaitingJobs.Write> writes, SQLException why) {
        return fail(writes, Failures.unavailable(dialect, "to write", why));
    }

    private static List<Refusal> fail(List<WaitingJobs.Write> writes, ParleyException coded) {
        writes.forEach(write -> write.future().completeExceptionally(coded));
        return List.of();
    }

    private ParleyException internal(Throwable why) {
        return new ParleyException(
                ErrorCode.INTERNAL, dialect.place() + ": writing failed before its commit; nothing was changed", why);
    }

    /** Writes transactions one by one, so that one that the database refuses does not fail the others. */
    private List<Refusal> writeOneByOne(List<WaitingJobs.Write> writes) {
        List<Refusal> refusals = new ArrayList<>();
        writes.forEach(write -> refusals.addAll(tryToWrite(List.of(write))));
        return refusals;
    }

    /**
     * Writes transactions in one database transaction; returns those refused by a quota.
     *
     * @throws SQLException if nothing was written, and no future was completed
     */
    private List<Refusal> writeTogether(List<WaitingJobs.Write> writes) throws SQLException {
        Session open = session();
        List<Runnable> completions = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        Set<Scope> grown;
        boolean isWritten = false;
        try {
            List<Transaction> all =
                    writes.stream().map(WaitingJobs.Write::transaction).toList();
            TransactionBatch batch = TransactionBatch.forTransactions(open, dialect, clock, all);
            for (WaitingJobs.Write write : writes) {
                apply(write, batch, completions, refusals);
            }
            batch.write();
            grown = batch.watchable();
            isWritten = true;
        } finally {
            if (!isWritten) {
                open.rollback();
            }
        }
        if (isCommitted(open, writes, refusals)) {
            completions.forEach(Runnable::run);
            grown.forEach(changed);
        }
        return refusals;
    }

    private void apply(
            WaitingJobs.Write write, TransactionBatch batch, List<Runnable> completions, List<Refusal> refusals) {
        try {
            TransactionOutcome outcome = rules.apply(write.transaction(), batch);
            completions.add(() -> write.future().complete(outcome));
        } catch (ParleyException quota) {
            refusals.add(new Refusal(write, quota));
        }
    }

    /** Commits; if the outcome is unknown, all transactions that may have been committed complete with that outcome. */
    private boolean isCommitted(Session open, List<WaitingJobs.Write> writes, List<Refusal> refusals)
            throws SQLException {
        try {
            open.commit();
            return true;
        } catch (SQLException e) {
            if (dialect.isRolledBack(e)) {
                open.rollback();
                throw e;
            }
            completeUnknown(writes, refusals, e);
        } catch (RuntimeException | Error e) {
            completeUnknown(writes, refusals, e);
        }
        return false;
    }

    private void completeUnknown(List<WaitingJobs.Write> writes, List<Refusal> refusals, Throwable why) {
        drop();
        List<WaitingJobs.Write> refused = refusals.stream().map(Refusal::write).toList();
        writes.stream()
                .filter(write -> !refused.contains(write))
                .forEach(write -> write.future().complete(new TransactionOutcome.Unknown(why)));
    }

    private Session session() throws SQLException {
        Session open = session;
        if (open == null || open.isClosed()) {
            open = dialect.connect();
            session = open;
        }
        return open;
    }

    private void dropIfLost(SQLException failure) {
        boolean isClosed = session != null && session.isClosed();
        if (isClosed || dialect.isLost(failure)) {
            drop();
        }
    }

    private void drop() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    /** Closes like {@link WaitingJobs#close}. */
    @Override
    public void close() {
        waiting.close(thread);
    }
}
