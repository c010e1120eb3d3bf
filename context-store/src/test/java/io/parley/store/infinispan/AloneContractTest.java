package io.parley.store.infinispan;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.testkit.context.ContextEngineContract;
import io.parley.testkit.context.StorePlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A node without others keeps every contract. */
@EnabledIfSystemProperty(named = "parley.context.cluster", matches = "1", disabledReason = "takes a minute")
class AloneContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() throws IOException {
        return new Alone(Files.createTempDirectory("parley-infinispan"));
    }

    @Override
    protected int rounds() {
        return 10;
    }

    @Override
    protected int runs() {
        return 1;
    }

    /** A directory, which is removed at the end. */
    private record Alone(Path directory) implements StorePlace {
        @Override
        public ContextStore open(StoreSettings settings) {
            return ContextStores.open("infinispan:" + directory, settings);
        }

        @Override
        public boolean isDurable() {
            return true;
        }

        @Override
        public void close() throws IOException {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }
}
