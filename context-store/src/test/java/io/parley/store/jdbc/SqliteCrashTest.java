package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** Runs the crash contract on SQLite: the process of the store is killed. */
class SqliteCrashTest extends ContextCrashContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
