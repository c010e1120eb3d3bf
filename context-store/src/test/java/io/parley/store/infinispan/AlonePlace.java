package io.parley.store.infinispan;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.testkit.context.StorePlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The directory of a node without others, which is removed at the end. */
record AlonePlace(Path directory) implements StorePlace {

    static AlonePlace create() {
        try {
            return new AlonePlace(Files.createTempDirectory("parley-infinispan"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return "infinispan:" + directory;
    }

    @Override
    public ContextStore open(StoreSettings settings) {
        return ContextStores.open(address(), settings);
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
