package io.parley.recording;

import io.parley.Limits;
import io.parley.ParleyException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a recording in order, checks them, and stops at the first error. Used by one thread at a time.
 */
final class RecordWalk implements AutoCloseable {
    private final Iterator<Path> segments;
    private final Limits limits;
    private final UUID recording;
    private final Chain chain = new Chain();
    private @Nullable SegmentReader reader;
    private @Nullable SegmentHeader first;
    private int segment;
    private long record;
    private byte[] head = Chain.start();
    private boolean torn;
    /** True if the last segment ends within its header. */
    private boolean headless;

    RecordWalk(List<Path> segments, UUID recording, Limits limits) {
        this.segments = segments.iterator();
        this.recording = recording;
        this.limits = limits;
    }

    /** Record that passed the checks. */
    record Step(long number, Frame frame, String file) {}

    /**
     * Returns the next record; null after the last one.
     *
     * @throws BrokenRecordingException if the next record fails the checks
     */
    @Nullable
    Step next() throws IOException, BrokenRecordingException {
        Frame frame = frame();
        if (frame == null) {
            return null;
        }
        byte[] hash = frame.hash(chain, head);
        if (!Arrays.equals(hash, frame.stored()) || frame.number(limits) != record + 1) {
            throw diagnose(frame);
        }
        head = hash;
        record++;
        return new Step(record, frame, name());
    }

    /** Returns the number of the last record that was read. */
    long record() {
        return record;
    }

    /** Returns the hash of the last record that was read. */
    byte[] head() {
        return head;
    }

    /** Returns the header of the first segment; null before the first read. */
    @Nullable
    SegmentHeader first() {
        return first;
    }

    /** Returns whether the recording ends within a record. */
    boolean isTorn() {
        return torn;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
        }
    }

    private @Nullable Frame frame() throws IOException, BrokenRecordingException {
        while (true) {
            SegmentReader current = reader;
            Frame frame = current == null || headless ? null : nextOf(current);
            if (frame != null) {
                return frame;
            }
            torn = headless || (current != null && current.isTorn());
            if (!segments.hasNext()) {
                return null;
            }
            if (torn) {
                throw broken(Finding.Kind.ALTERED, "expected all of it, found the end of the segment");
            }
            if (current != null) {
                current.close();
            }
            open(segments.next());
        }
    }

    private @Nullable Frame nextOf(SegmentReader current) throws IOException, BrokenRecordingException {
        try {
            return current.next();
        } catch (ParleyException e) {
            throw broken(Finding.Kind.ALTERED, e.text());
        }
    }

    private void open(Path path) throws IOException, BrokenRecordingException {
        SegmentReader opened = new SegmentReader(path, limits);
        reader = opened;
        ByteBuffer bytes = opened.header();
        if (bytes == null) {
            if (segments.hasNext()) {
                throw broken(Finding.Kind.ALTERED, "expected the header of its segment, found half of one");
            }
            headless = true;
            return;
        }
        SegmentHeader header = decode(bytes);
        if (!header.recording().equals(recording) || header.segment() != Segments.number(path)) {
            throw broken(Finding.Kind.SWAPPED, "expected its segment, found one of another recording or number");
        }
        if (first == null) {
            first = header;
            record = header.firstRecord() - 1;
        } else if (header.segment() != segment + 1) {
            throw broken(Finding.Kind.MISSING, "expected segment " + (segment + 1) + ", found " + header.segment());
        } else if (header.firstRecord() != record + 1 || !Arrays.equals(header.before(), head)) {
            throw broken(Finding.Kind.MISSING, "expected it here, found a segment that begins after it");
        }
        segment = header.segment();
        head = SegmentHeader.hashIn(bytes);
    }

    private SegmentHeader decode(ByteBuffer bytes) throws BrokenRecordingException {
        try {
            return SegmentHeader.decode(bytes, chain, name());
        } catch (ParleyException e) {
            throw broken(Finding.Kind.ALTERED, e.text());
        }
    }

    /** Diagnoses a record that fails the checks, by its number and the following records. */
    private BrokenRecordingException diagnose(Frame frame) throws IOException {
        long expected = record + 1;
        long found = frame.number(limits);
        if (found == expected || found == Frame.NO_NUMBER) {
            return broken(Finding.Kind.ALTERED, "its bytes do not make its hash");
        }
        if (found < expected) {
            return broken(Finding.Kind.SWAPPED, "record " + found + " stands in its place");
        }
        Frame behind = readAhead();
        boolean nextFollows = behind != null && behind.number(limits) == expected + 1;
        while (behind != null && behind.number(limits) != expected) {
            behind = readAhead();
        }
        if (behind != null) {
            return broken(Finding.Kind.SWAPPED, "record " + found + " is in its place, and it follows later");
        }
        return nextFollows
                ? broken(Finding.Kind.ALTERED, "its bytes do not make its hash, and its number is " + found)
                : broken(Finding.Kind.MISSING, "record " + found + " stands in its place");
    }

    private @Nullable Frame readAhead() throws IOException {
        try {
            return reader == null ? null : reader.next();
        } catch (ParleyException e) {
            return null; // Later records only serve to describe the finding.
        }
    }

    private BrokenRecordingException broken(Finding.Kind kind, String text) {
        return new BrokenRecordingException(new Finding(kind, record + 1, name(), text));
    }

    private String name() {
        return reader == null ? "" : reader.name();
    }
}
