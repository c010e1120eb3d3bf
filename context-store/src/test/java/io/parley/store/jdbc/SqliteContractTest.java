package io.parley.store.jdbc;

import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;

/** Runs the contract of context stores on SQLite. */
class SqliteContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
