package io.parley.bench.contest;

import io.parley.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary folder, deleted when closed. */
public record Scratch(Path folder) implements AutoCloseable {
    /** Creates a folder; the name is part of the folder's name. */
    public static Scratch of(String name) throws IOException {
        return new Scratch(Files.createTempDirectory("parley-bench-" + name));
    }

    @Override
    public void close() throws IOException {
        Folders.delete(folder);
    }
}
