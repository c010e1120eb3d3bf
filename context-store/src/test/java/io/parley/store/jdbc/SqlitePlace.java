package io.parley.store.jdbc;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.testkit.context.StorePlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A database file in a directory of its own, which is made by the store and removed at the end. */
record SqlitePlace(Path directory) implements StorePlace {

    static SqlitePlace create() {
        try {
            return new SqlitePlace(Files.createTempDirectory("parley-sqlite"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path file() {
        return directory.resolve("made by it").resolve("contexts.db");
    }

    @Override
    public ContextStore open(StoreSettings settings) {
        return ContextStores.open("sqlite:" + file(), settings);
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path each : deepestFirst) {
                Files.delete(each);
            }
        }
    }
}
