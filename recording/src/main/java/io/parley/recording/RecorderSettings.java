package io.parley.recording;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.context.ContextStore;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Settings of recordings. Immutable. */
public final class RecorderSettings {
    private static final long MIB = 1024L * 1024;

    private final Path folder;
    private final DocumentStore documents;
    private final long queueBytes;
    private final Segments segments;
    private final Checkpoints checkpoints;
    private final InstantSource clock;

    /**
     * Limits of a recording's files.
     *
     * @param bytes length above which a new segment is started
     * @param age above which segments are deleted
     * @param allBytes total length above which the oldest segments are deleted
     */
    private record Segments(long bytes, Duration age, long allBytes) {}

    /**
     * Frequency of checkpoints.
     *
     * @param records number of records after which one is made
     * @param interval time after which one is made if there are new records
     * @param signer Ed25519 key that signs checkpoints; null for none
     */
    private record Checkpoints(
            int records, Duration interval, @Nullable PrivateKey signer) {}

    /**
     * Store of schemas and checkpoints.
     *
     * @param lifetime longest lifetime of an entry in the store
     */
    private record DocumentStore(ContextStore store, Duration lifetime) {
        DocumentStore(ContextStore store, Limits limits) {
            this(store, Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS)));
        }
    }

    private RecorderSettings(
            Path folder,
            DocumentStore documents,
            long queueBytes,
            Segments segments,
            Checkpoints checkpoints,
            InstantSource clock) {
        this.folder = folder;
        this.documents = documents;
        this.queueBytes = queueBytes;
        this.segments = segments;
        this.checkpoints = checkpoints;
        this.clock = clock;
    }

    /**
     * Returns the defaults: segments of 64 MiB, a queue of 64 MiB, a checkpoint every 1,000 records or second,
     * retention of 30 days and 10 GiB, no signature, the system's clock.
     *
     * @param folder in which each recording creates a folder of its own
     * @param store for schemas and checkpoints; owned by the caller, who closes it after the recorder
     */
    public static RecorderSettings in(Path folder, ContextStore store) {
        return new RecorderSettings(
                folder,
                new DocumentStore(store, Limits.defaults()),
                64 * MIB,
                new Segments(64 * MIB, Duration.ofDays(30), 10 * 1024 * MIB),
                new Checkpoints(1_000, Duration.ofSeconds(1), null),
                InstantSource.system());
    }

    /** Returns a copy with another length in bytes above which a new segment is started. */
    public RecorderSettings withSegmentBytes(long bytes) {
        return with(new Segments(bytes, segments.age(), segments.allBytes()));
    }

    /** Returns a copy with another bound of the queue in bytes; messages beyond it are left out. */
    public RecorderSettings withQueueBytes(long bytes) {
        return new RecorderSettings(folder, documents, bytes, segments, checkpoints, clock);
    }

    /**
     * Returns a copy with another frequency of checkpoints.
     *
     * @param records number of records after which one is made
     * @param interval time after which one is made if there are new records
     */
    public RecorderSettings withCheckpoints(int records, Duration interval) {
        return with(new Checkpoints(records, Durations.bounded(interval), checkpoints.signer()));
    }

    /**
     * Returns a copy with another retention of segments.
     *
     * @param time age above which they are deleted
     * @param bytes total length above which the oldest are deleted, regardless of their age
     */
    public RecorderSettings withRetention(Duration time, long bytes) {
        return with(new Segments(segments.bytes(), Durations.bounded(time), bytes));
    }

    /**
     * Returns a copy that signs checkpoints.
     *
     * @param key an Ed25519 key
     */
    public RecorderSettings signedBy(PrivateKey key) {
        return with(new Checkpoints(checkpoints.records(), checkpoints.interval(), key));
    }

    /** Returns a copy for a store that was opened with these limits. */
    public RecorderSettings within(Limits ofStore) {
        DocumentStore within = new DocumentStore(documents.store(), ofStore);
        return new RecorderSettings(folder, within, queueBytes, segments, checkpoints, clock);
    }

    /** Returns a copy with another clock for the times of records. */
    public RecorderSettings withClock(InstantSource changed) {
        return new RecorderSettings(folder, documents, queueBytes, segments, checkpoints, changed);
    }

    private RecorderSettings with(Segments changed) {
        return new RecorderSettings(folder, documents, queueBytes, changed, checkpoints, clock);
    }

    private RecorderSettings with(Checkpoints changed) {
        return new RecorderSettings(folder, documents, queueBytes, segments, changed, clock);
    }

    Path folder() {
        return folder;
    }

    ContextStore store() {
        return documents.store();
    }

    /** Returns the bound of the queue in bytes; messages beyond it are left out and counted. */
    long queueBytes() {
        return queueBytes;
    }

    long segmentBytes() {
        return segments.bytes();
    }

    Duration retention() {
        return segments.age();
    }

    long retentionBytes() {
        return segments.allBytes();
    }

    /** Returns the longest lifetime of a schema or checkpoint in the store. */
    Duration longestLifetime() {
        return documents.lifetime();
    }

    int checkpointRecords() {
        return checkpoints.records();
    }

    Duration checkpointInterval() {
        return checkpoints.interval();
    }

    /** Returns the key that signs checkpoints; null for none. */
    @Nullable
    PrivateKey signer() {
        return checkpoints.signer();
    }

    /** Returns the clock for the times of records. */
    InstantSource clock() {
        return clock;
    }
}
