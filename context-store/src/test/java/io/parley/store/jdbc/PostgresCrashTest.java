package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A process that writes to a shared store may be killed at any moment. */
class PostgresCrashTest extends ContextCrashContract {
    private PostgresPlace place;

    @BeforeEach
    void makePlace() throws Exception {
        place = PostgresPlace.create();
    }

    @AfterEach
    void clear() throws Exception {
        place.close();
    }

    @Override
    protected String address() {
        return place.address();
    }

    @Override
    protected int crashes() {
        return 1;
    }
}
