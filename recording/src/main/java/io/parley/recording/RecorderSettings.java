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
    private final Kept kept;
    private final long queueBytes;
    private final Segments segments;
    private final Checkpoints checkpoints;
    private final InstantSource clock;

    /**
     * Files of a recording.
     *
     * @param bytes length above which a new one is begun
     * @param age above which they are deleted
     * @param allBytes total length above which the oldest are deleted
     */
    private record Segments(long bytes, Duration age, long allBytes) {}

    /**
     * Occasions for checkpoints.
     *
     * @param records number of records after which one is made
     * @param interval time after which one is made if there are new records
     * @param signer an Ed25519 key that they are signed with, or null
     */
    private record Checkpoints(
            int records, Duration interval, @Nullable PrivateKey signer) {}

    /**
     * Store of schemas and checkpoints.
     *
     * @param lifetime the longest that it lets one live
     */
    private record Kept(ContextStore store, Duration lifetime) {
        Kept(ContextStore store, Limits limits) {
            this(store, Duration.ofSeconds(limits.get(Limit.CONTEXT_SECONDS)));
        }
    }

    private RecorderSettings(
            Path folder, Kept kept, long queueBytes, Segments segments, Checkpoints checkpoints, InstantSource clock) {
        this.folder = folder;
        this.kept = kept;
        this.queueBytes = queueBytes;
        this.segments = segments;
        this.checkpoints = checkpoints;
        this.clock = clock;
    }

    /**
     * Segments of 64 MiB, 64 MiB of queue, a checkpoint every 1,000 records or second, 30 days, 10 GiB, no signature, the
     * system's clock.
     *
     * @param folder that recordings are made in; each has a folder of its own there
     * @param store keeps schemas and checkpoints; its opener closes it, after the recorder
     */
    public static RecorderSettings in(Path folder, ContextStore store) {
        return new RecorderSettings(
                folder,
                new Kept(store, Limits.defaults()),
                64 * MIB,
                new Segments(64 * MIB, Duration.ofDays(30), 10 * 1024 * MIB),
                new Checkpoints(1_000, Duration.ofSeconds(1), null),
                InstantSource.system());
    }

    /** Returns settings with another length of a segment, in bytes, above which a new one is begun. */
    public RecorderSettings withSegmentBytes(long bytes) {
        return with(new Segments(bytes, segments.age(), segments.allBytes()));
    }

    /** Returns settings with another number of bytes that may wait to be written; messages beyond that are left out. */
    public RecorderSettings withQueueBytes(long bytes) {
        return new RecorderSettings(folder, kept, bytes, segments, checkpoints, clock);
    }

    /**
     * Returns settings with other occasions for a checkpoint.
     *
     * @param records after so many
     * @param interval after that time, if there are new records
     */
    public RecorderSettings withCheckpoints(int records, Duration interval) {
        return with(new Checkpoints(records, Durations.bounded(interval), checkpoints.signer()));
    }

    /**
     * Returns settings that keep segments for another time, and up to another total length.
     *
     * @param time age above which they are deleted
     * @param bytes total length above which the oldest are deleted, whatever their age
     */
    public RecorderSettings withRetention(Duration time, long bytes) {
        return with(new Segments(segments.bytes(), Durations.bounded(time), bytes));
    }

    /**
     * Returns settings by which checkpoints are signed.
     *
     * @param key an Ed25519 key
     */
    public RecorderSettings signedBy(PrivateKey key) {
        return with(new Checkpoints(checkpoints.records(), checkpoints.interval(), key));
    }

    /** Returns settings for a store that was opened with these limits. */
    public RecorderSettings within(Limits ofStore) {
        Kept within = new Kept(kept.store(), ofStore);
        return new RecorderSettings(folder, within, queueBytes, segments, checkpoints, clock);
    }

    /** Returns settings with another clock for the time of records. */
    public RecorderSettings withClock(InstantSource changed) {
        return new RecorderSettings(folder, kept, queueBytes, segments, checkpoints, changed);
    }

    private RecorderSettings with(Segments changed) {
        return new RecorderSettings(folder, kept, queueBytes, changed, checkpoints, clock);
    }

    private RecorderSettings with(Checkpoints changed) {
        return new RecorderSettings(folder, kept, queueBytes, segments, changed, clock);
    }

    Path folder() {
        return folder;
    }

    ContextStore store() {
        return kept.store();
    }

    /** Bytes of content that may wait to be written; messages beyond that are left out, and counted. */
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

    /** The longest that the store lets a schema or checkpoint live. */
    Duration longestLifetime() {
        return kept.lifetime();
    }

    int checkpointRecords() {
        return checkpoints.records();
    }

    Duration checkpointInterval() {
        return checkpoints.interval();
    }

    /** The key that checkpoints are signed with, or null. */
    @Nullable
    PrivateKey signer() {
        return checkpoints.signer();
    }

    /** The time of records. */
    InstantSource clock() {
        return clock;
    }
}
