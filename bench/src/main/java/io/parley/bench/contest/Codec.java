package io.parley.bench.contest;

import io.parley.bench.data.Contents;
import io.parley.bench.data.Workload;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/**
 * Encodes the object of one workload to bytes in memory and decodes it again. Used by one thread.
 *
 * @param encoding encodes the object, always to the same memory
 * @param decoding decodes the bytes of the last encoding into a new object
 * @param content converts a decoded object to the workload's class, for comparison
 * @param end releases the memory
 */
public record Codec(Encoding encoding, Callable<Object> decoding, UnaryOperator<Object> content, Runnable end)
        implements AutoCloseable {
    /** Encodes an object. */
    public interface Encoding {
        /** Returns the number of bytes. */
        long bytes() throws Exception;
    }

    /** Encodes the object; returns the number of bytes. */
    public long encode() throws IOException {
        try {
            return encoding.bytes();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the content cannot be encoded", e);
        }
    }

    /** Decodes the bytes of the last {@link #encode} into a new object. */
    public Object decode() {
        return Tasks.result(decoding);
    }

    /**
     * Encodes and decodes the object and compares the result with it.
     *
     * @throws IllegalStateException if they differ
     */
    public void check(Workload workload) throws IOException {
        encode();
        if (!Contents.equal(workload.object(), content.apply(decode()))) {
            throw new IllegalStateException(workload + " was decoded to other content");
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
