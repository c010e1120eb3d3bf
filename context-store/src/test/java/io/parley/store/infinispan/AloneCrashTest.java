package io.parley.store.infinispan;

import io.parley.testkit.context.ContextCrashContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** A node without others survives that its process is killed. */
class AloneCrashTest extends ContextCrashContract {
    private final AlonePlace place = AlonePlace.create();

    @AfterEach
    void clear() throws IOException {
        place.close();
    }

    @Override
    protected String address() {
        return place.address();
    }

    /** Each opening takes a second. */
    @Override
    protected int crashes() {
        return 1;
    }
}
