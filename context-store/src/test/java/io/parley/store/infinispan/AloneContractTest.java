package io.parley.store.infinispan;

import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.FolderPlace;
import io.parley.testkit.context.StorePlace;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the contract of context stores on a single node. */
@EnabledIfSystemProperty(named = "parley.context.cluster", matches = "1", disabledReason = "takes a minute")
class AloneContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() {
        return FolderPlace.create(folder -> "infinispan:" + folder);
    }

    @Override
    protected int rounds() {
        return 10;
    }

    @Override
    protected int runs() {
        return 1;
    }
}
