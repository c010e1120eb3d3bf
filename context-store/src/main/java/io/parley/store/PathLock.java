package io.parley.store;

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
 * Exclusive lock of one process on a file or directory, by a lock file beside or in it, which the operating system
 * releases however the process ends. Files are created readable for their owner only. Thread-safe.
 */
public final class PathLock implements AutoCloseable {
    private static final String SUFFIX = ".lock";

    private final FileChannel channel;

    private PathLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a file by a lock file beside it; creates the file and its directories if absent.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it is locked, or cannot be created
     */
    public static PathLock ofFile(Path path) {
        return locked(path, path.resolveSibling(path.getFileName() + SUFFIX), true);
    }

    /**
     * Locks a directory by a lock file in it; creates the directory if absent.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if it is locked, or cannot be created
     */
    public static PathLock ofDirectory(Path path) {
        return locked(path, path.resolve(SUFFIX), false);
    }

    private static PathLock locked(Path path, Path lock, boolean isFile) {
        try {
            Files.createDirectories(lock.getParent());
            if (isFile) {
                makePrivate(path);
            }
            makePrivate(lock);
            FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
            if (tryLock(channel) == null) {
                channel.close();
                throw new ParleyException(
                        ErrorCode.CONTEXT_UNAVAILABLE,
                        path + ": expected a place that no other store has open, found it locked; one process at a time"
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
            throw new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "cannot release the lock of a context store", e);
        }
    }
}
