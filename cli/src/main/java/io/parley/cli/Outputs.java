package io.parley.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The targets of converted files: standard output, or one file each in a directory. */
final class Outputs {
    private final @Nullable Path directory;

    Outputs(@Nullable Path directory) throws IOException {
        this.directory = directory == null ? null : created(directory);
    }

    private static Path created(Path directory) throws IOException {
        try {
            return Files.createDirectories(directory);
        } catch (FileSystemException e) {
            IOException refused =
                    new IOException("--out: expected a folder that exists or can be created, found " + directory);
            refused.addSuppressed(e); // not its cause: its message is the name of a file
            throw refused;
        }
    }

    /** Writes the output of one file. */
    @FunctionalInterface
    interface Content {
        /** Writes the output and returns its length in bytes. */
        long writeTo(OutputStream out) throws IOException, XMLStreamException;
    }

    /** Returns the path of a file's output; empty for standard output. */
    String target(String name) {
        return directory == null ? "" : directory.resolve(name).toString();
    }

    /** Writes the output of a file; in a directory, completely or not at all. Returns its length in bytes. */
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
