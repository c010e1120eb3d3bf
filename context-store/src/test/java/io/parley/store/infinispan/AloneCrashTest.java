package io.parley.store.infinispan;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** A node without others survives that its process is killed. */
class AloneCrashTest extends ContextCrashContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }

    /** Each opening takes a second. */
    @Override
    protected int crashes() {
        return 1;
    }
}
