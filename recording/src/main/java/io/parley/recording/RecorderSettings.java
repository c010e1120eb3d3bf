package io.parley.recording;

import io.parley.Durations;
import io.parley.context.ContextStore;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Settings of recordings. Immutable.
 *
 * @param folder that recordings are made in; each has a folder of its own there
 * @param store keeps schemas and checkpoints; its opener closes it, after the recorder
 * @param segmentBytes length of a segment above which a new one is begun
 * @param queueBytes content that may wait to be written; messages beyond that are left out, and counted
 * @param checkpointRecords number of records after which a checkpoint is made
 * @param checkpointInterval time after which a checkpoint is made if there are new records
 * @param retention age above which segments are deleted
 * @param retentionBytes total length above which the oldest segments are deleted
 * @param signer an Ed25519 key that checkpoints are signed with, or null
 * @param clock the time of records
 */
public record RecorderSettings(
        Path folder,
        ContextStore store,
        long segmentBytes,
        long queueBytes,
        int checkpointRecords,
        Duration checkpointInterval,
        Duration retention,
        long retentionBytes,
        @Nullable PrivateKey signer,
        InstantSource clock) {
    private static final long MIB = 1024L * 1024;

    public RecorderSettings {
        checkpointInterval = Durations.bounded(checkpointInterval);
        retention = Durations.bounded(retention);
    }

    /**
     * Segments of 64 MiB, 64 MiB of queue, a checkpoint every 1,000 records or second, 30 days, 10 GiB, no signature, the
     * system's clock.
     */
    public static RecorderSettings in(Path folder, ContextStore store) {
        return new RecorderSettings(
                folder,
                store,
                64 * MIB,
                64 * MIB,
                1_000,
                Duration.ofSeconds(1),
                Duration.ofDays(30),
                10 * 1024 * MIB,
                null,
                InstantSource.system());
    }

    /** Returns settings with another length of a segment, in bytes, above which a new one is begun. */
    public RecorderSettings withSegmentBytes(long bytes) {
        return new RecorderSettings(
                folder,
                store,
                bytes,
                queueBytes,
                checkpointRecords,
                checkpointInterval,
                retention,
                retentionBytes,
                signer,
                clock);
    }

    /** Returns settings with another number of bytes that may wait to be written; messages beyond that are left out. */
    public RecorderSettings withQueueBytes(long bytes) {
        return new RecorderSettings(
                folder,
                store,
                segmentBytes,
                bytes,
                checkpointRecords,
                checkpointInterval,
                retention,
                retentionBytes,
                signer,
                clock);
    }

    /**
     * Returns settings with other occasions for a checkpoint.
     *
     * @param records after so many
     * @param interval after that time, if there are new records
     */
    public RecorderSettings withCheckpoints(int records, Duration interval) {
        return new RecorderSettings(
                folder, store, segmentBytes, queueBytes, records, interval, retention, retentionBytes, signer, clock);
    }

    /**
     * Returns settings that keep segments for another time, and up to another total length.
     *
     * @param time age above which they are deleted
     * @param bytes total length above which the oldest are deleted, whatever their age
     */
    public RecorderSettings withRetention(Duration time, long bytes) {
        return new RecorderSettings(
                folder,
                store,
                segmentBytes,
                queueBytes,
                checkpointRecords,
                checkpointInterval,
                time,
                bytes,
                signer,
                clock);
    }

    /**
     * Returns settings by which checkpoints are signed.
     *
     * @param key an Ed25519 key
     */
    public RecorderSettings signedBy(PrivateKey key) {
        return new RecorderSettings(
                folder,
                store,
                segmentBytes,
                queueBytes,
                checkpointRecords,
                checkpointInterval,
                retention,
                retentionBytes,
                key,
                clock);
    }

    /** Returns settings with another clock for the time of records. */
    public RecorderSettings withClock(InstantSource changed) {
        return new RecorderSettings(
                folder,
                store,
                segmentBytes,
                queueBytes,
                checkpointRecords,
                checkpointInterval,
                retention,
                retentionBytes,
                signer,
                changed);
    }
}
