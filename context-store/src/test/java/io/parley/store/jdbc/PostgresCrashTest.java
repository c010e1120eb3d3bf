package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;

/** A process that writes to a shared store may be killed at any moment. */
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
