package io.parley.store.infinispan;

import io.parley.testkit.context.ContextVolumeContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;

/** Much on a node without others. */
class AloneVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }
}
