package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** A store in a file survives that its process is killed. */
class SqliteCrashTest extends ContextCrashContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
