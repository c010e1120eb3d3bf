package io.parley.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes old segments of recordings. A segment is first dropped from the next checkpoint, and deleted once that is
 * stored. Used by the recorder's thread.
 */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final RecorderSettings settings;
    private final Path folder;
    private int firstSegment = 1;
    private long firstRecord = 1;
    private String before = HexFormat.of().formatHex(Chain.start());

    Retention(RecorderSettings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    int firstSegment() {
        return firstSegment;
    }

    long firstRecord() {
        return firstRecord;
    }

    String before() {
        return before;
    }

    /** Returns the lifetime of the recording's entries in the store. */
    Duration lifetime() {
        Duration most = settings.longestLifetime();
        return settings.retention().compareTo(most) < 0 ? settings.retention() : most;
    }

    /** Deletes recordings of earlier processes whose last change is too long ago. */
    void deleteOldRecordings() throws IOException {
        for (Path recording : Segments.recordingsIn(settings.folder())) {
            if (!recording.equals(folder) && isOld(lastChange(recording))) {
                delete(recording);
            }
        }
    }

    /** Drops the oldest segments of this recording, but never the current one. */
    void dropOldSegments() throws IOException {
        List<Path> segments = Segments.in(folder);
        long bytes = 0;
        for (Path segment : segments) {
            bytes += Files.size(segment);
        }
        for (int i = 0; i < segments.size() - 1; i++) {
            Path oldest = segments.get(i);
            if (bytes <= settings.retentionBytes()
                    && !isOld(Files.getLastModifiedTime(oldest).toInstant())) {
                return;
            }
            bytes -= Files.size(oldest);
            dropBefore(segments.get(i + 1));
        }
    }

    void deleteDropped() throws IOException {
        for (Path segment : Segments.in(folder)) {
            if (Segments.number(segment) < firstSegment) {
                Files.delete(segment);
            }
        }
    }

    private void dropBefore(Path next) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BYTES);
        try (SeekableByteChannel channel = Files.newByteChannel(next)) {
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until the header is complete
            }
        }
        SegmentHeader header = SegmentHeader.decode(bytes, new Chain(), next.toString());
        firstSegment = header.segment();
        firstRecord = header.firstRecord();
        before = HexFormat.of().formatHex(header.before());
    }

    private boolean isOld(Instant changed) {
        return changed.plus(settings.retention()).isBefore(settings.clock().instant());
    }

    private static Instant lastChange(Path recording) throws IOException {
        Instant last = Instant.MIN;
        for (Path segment : Segments.in(recording)) {
            Instant changed = Files.getLastModifiedTime(segment).toInstant();
            last = changed.isAfter(last) ? changed : last;
        }
        return last;
    }

    /** Deletes a recording's files, and its folder if nothing else is in it. */
    private static void delete(Path recording) throws IOException {
        for (Path segment : Segments.in(recording)) {
            Files.delete(segment);
        }
        Files.deleteIfExists(recording.resolve(Segments.CHECKPOINT));
        try (Stream<Path> others = Files.list(recording)) {
            if (others.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(recording);
        LOG.info("Deleted recording {}: retention period elapsed", recording);
    }
}
