package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * One process has a database file to itself, by a lock on a file beside it, which the operating system takes back however
 * the process ends. Files are made for their owner's eyes alone.
 */
final class PathLock implements AutoCloseable {
    private static final String SUFFIX = ".lock";

    private final FileChannel channel;

    private PathLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Makes the directories and the files, if they are not there. */
    static PathLock of(Path path) {
        Path beside = path.resolveSibling(path.getFileName() + SUFFIX);
        try {
            Files.createDirectories(path.getParent());
            makePrivate(path);
            makePrivate(beside);
            FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        path + ": expected a file that no other store has open, found it locked; one process at a time"
                                + " may have it: close the other store, choose another path, or share a database server");
            }
            return new PathLock(channel);
        } catch (IOException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    path + ": expected a path where files can be made and written, found "
                            + e.getClass().getSimpleName() + "; give the process the right to, or choose another path",
                    e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ownProcess) {
            return null;
        }
    }

    private static void makePrivate(Path path) throws IOException {
        if (!Files.exists(path)) {
            boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] ownerOnly = isPosix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
            Files.createFile(path, ownerOnly);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "the lock of a context store did not close", e);
        }
    }
}
