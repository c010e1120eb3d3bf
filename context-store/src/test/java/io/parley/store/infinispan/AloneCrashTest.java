package io.parley.store.infinispan;

import io.parley.testkit.context.ContextCrashContract;
import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.FolderPlace;

/** Runs the crash contract on a single node, whose process is killed. */
class AloneCrashTest extends ContextCrashContract {
    @Override
    protected DurablePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }

    /** One only: each start of the store takes a second. */
    @Override
    protected int crashes() {
        return 1;
    }
}
