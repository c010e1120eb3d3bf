package io.parley.store.jdbc;

import io.parley.testkit.context.ContextVolumeContract;
import io.parley.testkit.context.StorePlace;

/** Much in a database. */
class PostgresVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() throws Exception {
        return PostgresPlace.create();
    }
}
