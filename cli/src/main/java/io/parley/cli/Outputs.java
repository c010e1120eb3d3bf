package io.parley.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** Where converted files go: to standard output, or to one file each in a directory. */
final class Outputs {
    private final @Nullable Path directory;

    Outputs(@Nullable Path directory) throws IOException {
        this.directory = directory == null ? null : Files.createDirectories(directory);
    }

    /** Writes what one file becomes. */
    @FunctionalInterface
    interface Content {
        /** Returns how many bytes it were. */
        long writeTo(OutputStream out) throws IOException, XMLStreamException;
    }

    /** Where a file goes; empty for standard output. */
    String target(String name) {
        return directory == null ? "" : directory.resolve(name).toString();
    }

    /** Takes what a file becomes: in a directory all of it or nothing. */
    long take(Path file, String name, Content content) throws IOException, XMLStreamException {
        return directory == null ? print(content) : save(file, directory.resolve(name), content);
    }

    private static long print(Content content) throws IOException, XMLStreamException {
        OutputStream out = new BufferedOutputStream(System.out);
        long written = content.writeTo(out);
        out.flush();
        return written;
    }

    private static long save(Path file, Path target, Content content) throws IOException, XMLStreamException {
        if (Files.exists(target) && Files.isSameFile(file, target)) {
            throw new IOException("expected another directory than that of the file, which would be written over");
        }
        Path part = Files.createTempFile(target.toAbsolutePath().getParent(), "parley", ".part");
        try {
            long written;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
                written = content.writeTo(out);
            }
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            return written;
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
