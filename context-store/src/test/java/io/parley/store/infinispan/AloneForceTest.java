package io.parley.store.infinispan;

import io.parley.testkit.context.ContextForceContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** Tests that a single node forces its writes to the medium before it acknowledges them. */
class AloneForceTest extends ContextForceContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }

    /** Excludes the index beside the data, which is rebuilt after a crash. */
    @Override
    protected boolean writesWhatIsToBeForced(String call) {
        return call.contains("write") && call.contains("/data/");
    }
}
