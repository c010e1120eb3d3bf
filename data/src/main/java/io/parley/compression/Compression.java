package io.parley.compression;

import io.parley.Provider;

/**
 * A way to make messages take fewer bytes, found by {@link java.util.ServiceLoader}. Thread-safe; never throws while
 * loading. Compressions of single messages extend {@link StreamCompression}, and pass the testkit's {@code
 * CompressionContract}; one that knows earlier messages implements this itself.
 */
public interface Compression extends Provider {
    /** The term in offers: {@code zstd}, {@code delta}, ... */
    @Override
    String name();

    /** Begins the compression of one session, on either side. The caller closes it. */
    SessionCompression begin(Workspace workspace);
}
