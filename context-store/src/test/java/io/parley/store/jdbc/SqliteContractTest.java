package io.parley.store.jdbc;

import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;

/** SQLite keeps every contract. */
class SqliteContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "sqlite:" + folder.resolve("contexts.db"));
    }
}
