package io.parley.store.jdbc;

import io.parley.testkit.context.ContextForceContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** Tests that a SQLite store forces its writes to the medium before it acknowledges them. */
class SqliteForceTest extends ContextForceContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
