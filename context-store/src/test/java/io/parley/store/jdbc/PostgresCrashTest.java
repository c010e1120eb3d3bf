package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;

/** Runs the crash contract on PostgreSQL: a process that writes to a shared store is killed. */
class PostgresCrashTest extends ContextCrashContract {
    @Override
    protected DurablePlace place() throws Exception {
        return PostgresPlace.create();
    }

    @Override
    protected int crashes() {
        return 1;
    }
}
