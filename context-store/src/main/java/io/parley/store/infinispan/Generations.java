package io.parley.store.infinispan;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Data directories of a node, one for each membership in a cluster. The files of a node lack what the others wrote
 * while it was away, so a node never continues with them: it starts with a new directory and contributes the data of
 * the older ones.
 */
record Generations(Path directory) {
    private static final String PREFIX = "generation-";

    /** Returns all generations, oldest first. */
    List<Path> all() {
        try (Stream<Path> found = Files.list(directory)) {
            return found.filter(each -> each.getFileName().toString().startsWith(PREFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Creates a new generation. */
    Path next() {
        List<Path> all = all();
        long last = all.isEmpty()
                ? 0
                : Long.parseLong(
                        all.get(all.size() - 1).getFileName().toString().substring(PREFIX.length()));
        Path next = directory.resolve(String.format(Locale.ROOT, "%s%012d", PREFIX, last + 1));
        try {
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return Files.createDirectory(
                        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return Files.createDirectory(next);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void remove(Path generation) {
        try (Stream<Path> files = Files.walk(generation)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private ParleyException failed(IOException e) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                directory + ": expected a directory that can be read and written, found "
                        + e.getClass().getSimpleName() + "; give the process the right to, or choose another one",
                e);
    }
}
