package io.parley.bench.contest;

import io.parley.bench.data.Contents;
import io.parley.bench.data.Workload;
import java.io.IOException;

/** Encodes the object of one workload to bytes in memory and decodes it again. Used by one thread. */
public interface Codec extends AutoCloseable {
    /** Encodes the object, always to the same memory; returns the number of bytes. */
    long encode() throws IOException;

    /** Decodes the bytes of the last {@link #encode} into a new object. */
    Object decode() throws IOException;

    /** Converts a decoded object to the workload's class, for comparison. */
    default Object content(Object decoded) {
        return decoded;
    }

    /**
     * Encodes and decodes the object and compares the result with it.
     *
     * @throws IllegalStateException if they differ
     */
    default void check(Workload workload) throws IOException {
        encode();
        if (!Contents.equal(workload.object(), content(decode()))) {
            throw new IllegalStateException(workload + " was decoded to other content");
        }
    }

    /** Releases the codec's memory. */
    @Override
    default void close() {}
}
