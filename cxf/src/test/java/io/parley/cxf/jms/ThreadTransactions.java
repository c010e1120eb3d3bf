package io.parley.cxf.jms;

import jakarta.transaction.NotSupportedException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A transaction manager that knows which threads have a transaction, and counts their outcomes. */
final class ThreadTransactions implements TransactionManager {
    final AtomicInteger rolledBack = new AtomicInteger();
    private final ThreadLocal<Integer> status = ThreadLocal.withInitial(() -> Status.STATUS_NO_TRANSACTION);

    @Override
    public void begin() throws NotSupportedException {
        if (getStatus() != Status.STATUS_NO_TRANSACTION) {
            throw new NotSupportedException("the thread has a transaction");
        }
        status.set(Status.STATUS_ACTIVE);
    }

    @Override
    public void commit() {
        status.remove();
    }

    @Override
    public void rollback() {
        rolledBack.incrementAndGet();
        status.remove();
    }

    @Override
    public int getStatus() {
        return status.get();
    }

    @Override
    public @Nullable Transaction getTransaction() {
        return null;
    }

    @Override
    public void resume(Transaction suspended) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Transaction suspend() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setRollbackOnly() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setTransactionTimeout(int seconds) {}
}
