package io.parley.store.jdbc;

import io.parley.testkit.context.ContextCrashContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** A store in a file survives that its process is killed. */
class SqliteCrashTest extends ContextCrashContract {
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
