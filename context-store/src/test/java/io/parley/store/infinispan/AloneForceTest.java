package io.parley.store.infinispan;

import io.parley.testkit.context.ContextForceContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** A node without others tells the medium before it tells who waits. */
class AloneForceTest extends ContextForceContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }

    /** Not the index beside the data, which is made anew after a crash. */
    @Override
    protected boolean writesWhatIsToBeForced(String call) {
        return call.contains("write") && call.contains("/data/");
    }
}
