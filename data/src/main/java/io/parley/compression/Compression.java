package io.parley.compression;

import io.parley.Provider;

/**
 * An algorithm that reduces the size of messages, found by {@link java.util.ServiceLoader}. Thread-safe; never throws
 * while loading. Compressions of single messages extend {@link StreamCompression} and pass the testkit's {@code
 * CompressionContract}. A compression that refers to earlier messages implements this interface directly.
 */
public interface Compression extends Provider {
    /** Returns the term in offers: {@code zstd}, {@code delta}, ... */
    @Override
    String name();

    /** Starts the compression of one session, on either side. The caller closes the result. */
    SessionCompression begin(Workspace workspace);
}
