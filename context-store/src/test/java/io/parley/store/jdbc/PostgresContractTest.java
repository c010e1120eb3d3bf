package io.parley.store.jdbc;

import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.StorePlace;

/** Runs the contract of context stores on PostgreSQL. */
class PostgresContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() throws Exception {
        return PostgresPlace.create();
    }
}
