package io.parley.store.infinispan;

import io.parley.testkit.context.ContextForceContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** A node without others tells the medium before it tells who waits. */
class AloneForceTest extends ContextForceContract {
    private final AlonePlace place = AlonePlace.create();

    @AfterEach
    void clear() throws IOException {
        place.close();
    }

    @Override
    protected String address() {
        return place.address();
    }

    /** Not the index beside the data, which is made anew after a crash. */
    @Override
    protected boolean writesWhatIsToBeForced(String call) {
        return call.contains("write") && call.contains("/data/");
    }
}
