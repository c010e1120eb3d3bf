package io.parley.store.jdbc;

import io.parley.testkit.context.ContextForceContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** A store in a file tells the medium before it tells who waits. */
class SqliteForceTest extends ContextForceContract {
    private final SqlitePlace place = SqlitePlace.create();

    @AfterEach
    void clear() throws IOException {
        place.close();
    }

    @Override
    protected String address() {
        return "sqlite:" + place.file();
    }
}
