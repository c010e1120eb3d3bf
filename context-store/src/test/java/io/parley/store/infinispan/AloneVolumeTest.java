package io.parley.store.infinispan;

import io.parley.testkit.context.ContextVolumeContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;

/** Runs the contract for large amounts of data on a single node. */
class AloneVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }
}
