package io.parley.testkit.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What campaigns write, and clear away. */
final class Folders {
    private Folders() {}

    /** With all that is in it. */
    static void delete(Path folder) throws IOException {
        empty(folder);
        Files.delete(folder);
    }

    /** All that is in it. */
    static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }
}
