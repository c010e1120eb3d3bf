package io.parley.store.jdbc;

import io.parley.testkit.context.ContextVolumeContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;

/** Runs the contract for large amounts of data on SQLite. */
class SqliteVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
