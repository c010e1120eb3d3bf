package io.parley.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Deletes folders that tests and campaigns wrote. */
public final class Folders {
    private Folders() {}

    /** Deletes a folder with its content. */
    public static void delete(Path folder) throws IOException {
        empty(folder);
        Files.delete(folder);
    }

    /** Deletes the content of a folder. */
    public static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }
}
