package io.parley.store.jdbc;

import io.parley.testkit.context.ContextForceContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** A store in a file tells the medium before it tells who waits. */
class SqliteForceTest extends ContextForceContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
