package io.parley.compression;

/**
 * One way to make messages take fewer bytes, found by {@link java.util.ServiceLoader} through {@link Compressions}.
 * Thread-safe; never throws while loading. Compressions of single messages extend {@link StreamCompression}, and pass the
 * testkit's {@code CompressionContract}; one that knows earlier messages implements this itself.
 */
public interface Compression {
    /** The term in offers: {@code zstd}, {@code delta}, ... */
    String name();

    /** Whether it can work here; a missing library, or one without code for this machine, says no. */
    default boolean isAvailable() {
        return true;
    }

    /** Higher is preferred among providers of the same name; ties are broken by class name. */
    default int priority() {
        return 0;
    }

    /** What it does in one session, of either side. Whoever begins it closes it. */
    SessionCompression begin(Workspace workspace);
}
