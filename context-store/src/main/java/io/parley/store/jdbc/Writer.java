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
 * The one thread of a store that writes. Transactions that wait while it commits share the next commit, so that many
 * writers pay for few. Outcomes are completed after the commit, on this thread.
 */
final class Writer implements AutoCloseable {
    private final Dialect dialect;
    private final JdbcClock clock;
    private final Rules rules;
    private final Sweep sweep;
    private final Consumer<Scope> changed;
    private final WaitingJobs<Chore> waiting;
    private final Thread thread;
    private @Nullable Session session;

    /** Another write, in a transaction of the database of its own. */
    interface Chore {
        int run(Session session) throws SQLException;
    }

    /** A transaction that its owner's quota did not hold, so far. */
    private record Refusal(WaitingJobs.Write write, ParleyException quota) {}

    /** @param changed called for each scope whose log has grown */
    Writer(Dialect dialect, JdbcClock clock, Rules rules, Consumer<Scope> changed) {
        this.dialect = dialect;
        this.clock = clock;
        this.rules = rules;
        this.sweep = new Sweep(dialect, clock, rules, changed);
        this.changed = changed;
        this.waiting = new WaitingJobs<>(dialect.place(), "the database");
        this.thread = DaemonThreads.named("parley-context-" + dialect.engine() + "-writer")
                .newThread(this::run);
        thread.start();
    }

    CompletableFuture<TransactionOutcome> apply(Transaction transaction) {
        return waiting.add(transaction);
    }

    /** Runs a chore after what waits, and waits for it. */
    int run(Chore chore) {
        return waiting.run(chore);
    }

    private void run() {
        WaitingJobs.Portion<Chore> portion = waiting.next();
        while (!portion.isEmpty()) {
            portion.errand().ifPresent(this::run);
            if (!portion.writes().isEmpty()) {
                write(portion.writes());
            }
            portion = waiting.next();
        }
        drop();
    }

    private void run(WaitingJobs.Errand<Chore> errand) {
        try {
            errand.future().complete(inTransaction(errand.chore()));
        } catch (SQLException e) {
            dropIfLost(e);
            errand.future().completeExceptionally(Failures.unavailable(dialect, "to write", e));
        } catch (RuntimeException | Error e) {
            drop();
            errand.future().completeExceptionally(e);
        }
    }

    private int inTransaction(Chore chore) throws SQLException {
        Session open = session();
        boolean isDone = false;
        try {
            int result = chore.run(open);
            open.commit();
            isDone = true;
            return result;
        } finally {
            if (!isDone) {
                open.rollback();
            }
        }
    }

    /** Writes transactions; those beyond a quota are tried once more after all expired entries are removed. */
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
        } catch (RuntimeException | Error e) { // this thread goes on: others wait for it
            drop();
            wanted.forEach(refusal -> refusal.quota.addSuppressed(e));
            return false;
        }
    }

    /** Writes and tells all but those that a quota refused. */
    private List<Refusal> tryToWrite(List<WaitingJobs.Write> writes) {
        boolean isKept = session != null;
        try {
            return writeTogether(writes);
        } catch (SQLException e) {
            dropIfLost(e);
            // A session that was kept from before may have gone while nobody wrote; nothing was committed, so once
            // more.
            if (isKept && session == null) {
                return tryToWrite(writes);
            }
            return writes.size() == 1 || dialect.isLost(e) ? fail(writes, e) : writeOneByOne(writes);
        } catch (RuntimeException | Error e) { // this thread goes on: others wait for it
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

    /** @throws SQLException if nothing was written, and nobody told */
    private List<Refusal> writeTogether(List<WaitingJobs.Write> writes) throws SQLException {
        Session open = session();
        List<Runnable> told = new ArrayList<>();
        List<Refusal> refusals = new ArrayList<>();
        Set<Scope> grown;
        boolean isWritten = false;
        try {
            List<Transaction> all =
                    writes.stream().map(WaitingJobs.Write::transaction).toList();
            Book book = Book.forTransactions(open, dialect, clock, all);
            for (WaitingJobs.Write write : writes) {
                make(write, book, told, refusals);
            }
            book.write();
            grown = book.watchable();
            isWritten = true;
        } finally {
            if (!isWritten) {
                open.rollback();
            }
        }
        if (isCommitted(open, writes, refusals)) {
            told.forEach(Runnable::run);
            grown.forEach(changed);
        }
        return refusals;
    }

    private void make(WaitingJobs.Write write, Book book, List<Runnable> told, List<Refusal> refusals) {
        try {
            TransactionOutcome outcome = rules.apply(write.transaction(), book);
            told.add(() -> write.future().complete(outcome));
        } catch (ParleyException quota) {
            refusals.add(new Refusal(write, quota));
        }
    }

    /** Commits; if the outcome is unknown, all transactions that may have happened get that as their outcome. */
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
            tellUnknown(writes, refusals, e);
        } catch (RuntimeException | Error e) {
            tellUnknown(writes, refusals, e);
        }
        return false;
    }

    private void tellUnknown(List<WaitingJobs.Write> writes, List<Refusal> refusals, Throwable why) {
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

    /** Closes as {@link WaitingJobs#close} does. */
    @Override
    public void close() {
        waiting.close(thread);
    }
}
