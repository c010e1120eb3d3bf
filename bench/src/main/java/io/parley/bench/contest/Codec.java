package io.parley.bench.contest;

import io.parley.bench.data.Contents;
import io.parley.bench.data.Workload;
import java.io.IOException;

/** Turns the object of one workload into bytes in memory, and back. Used by one thread. */
public interface Codec extends AutoCloseable {
    /** Encodes the object, always into the same memory; returns how many bytes it takes. */
    long encode() throws IOException;

    /** A new object from the bytes of the last {@link #encode}. */
    Object decode() throws IOException;

    /** What was decoded, as an object of the workload's class, for comparison. */
    default Object content(Object decoded) {
        return decoded;
    }

    /**
     * Encodes and decodes, and compares what comes out.
     *
     * @throws IllegalStateException if it differs
     */
    default void check(Workload workload) throws IOException {
        encode();
        if (!Contents.equal(workload.object(), content(decode()))) {
            throw new IllegalStateException(workload + " was decoded to other content");
        }
    }

    /** Gives up its memory. */
    @Override
    default void close() {}
}
