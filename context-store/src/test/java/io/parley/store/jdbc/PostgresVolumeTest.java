package io.parley.store.jdbc;

import io.parley.testkit.context.ContextVolumeContract;
import io.parley.testkit.context.StorePlace;

/** Runs the contract for large amounts of data on PostgreSQL. */
class PostgresVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() throws Exception {
        return PostgresPlace.create();
    }
}
