package io.parley.store.jdbc;

import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.StorePlace;

/** PostgreSQL keeps every contract. */
class PostgresContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() throws Exception {
        return PostgresPlace.create();
    }
}
