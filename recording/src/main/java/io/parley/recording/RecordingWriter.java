package io.parley.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the segments of one recording. A record whose writing failed leaves no trace: its part in the file is cut off,
 * and the chain continues after the previous record. Used by one thread at a time.
 */
final class RecordingWriter implements AutoCloseable {
    private final UUID id;
    private final Path folder;
    private final SegmentFile.Maker maker;
    private final long segmentBytes;
    private final Chain chain = new Chain();
    private byte[] head = Chain.start();
    private long records;
    private int segment;
    private @Nullable SegmentFile file;
    private long length;
    /** True if a partial record was written after {@link #length}. */
    private boolean torn;

    RecordingWriter(UUID id, Path folder, SegmentFile.Maker maker, long segmentBytes) {
        this.id = id;
        this.folder = folder;
        this.maker = maker;
        this.segmentBytes = segmentBytes;
    }

    static Path path(Path folder, int segment) {
        return folder.resolve(String.format(Locale.ROOT, "%06d%s", segment, Segments.SUFFIX));
    }

    long records() {
        return records;
    }

    /** Returns the number of the current segment; 0 before the first. */
    int segment() {
        return segment;
    }

    String head() {
        return HexFormat.of().formatHex(head);
    }

    /** Starts a new segment if the current one is full; returns whether it did. */
    boolean startSegmentIfDue() throws IOException {
        if (file != null && length < segmentBytes) {
            return false;
        }
        SegmentHeader header = new SegmentHeader(id, segment + 1, records + 1, head);
        ByteBuffer bytes = header.encode(chain);
        if (file != null) {
            cutTorn(file);
            file.force();
        }
        SegmentFile next = make(path(folder, segment + 1), bytes);
        if (file != null) {
            file.close();
        }
        file = next;
        segment++;
        length = SegmentHeader.BYTES;
        head = SegmentHeader.hashIn(bytes);
        return true;
    }

    /** Writes one record. */
    void append(RecordKind kind, Instant time, byte[] fields, byte[]... content) throws IOException {
        SegmentFile to = file;
        if (to == null) {
            throw new IOException("no segment could be begun in " + folder);
        }
        ByteBuffer[] pieces = new ByteBuffer[content.length + 3];
        byte[] start = RecordBody.start(kind, records + 1, time);
        int body = start.length + fields.length;
        for (int i = 0; i < content.length; i++) {
            pieces[i + 3] = ByteBuffer.wrap(content[i]);
            body = Math.addExact(body, content[i].length);
        }
        pieces[0] = ByteBuffer.allocate(Integer.BYTES).putInt(0, body);
        pieces[1] = ByteBuffer.wrap(start);
        pieces[2] = ByteBuffer.wrap(fields);
        byte[] hash = chain.next(head, pieces);
        cutTorn(to);
        torn = true;
        to.append(pieces);
        to.append(ByteBuffer.wrap(hash));
        torn = false;
        length += Integer.BYTES + body + Chain.HASH_BYTES;
        head = hash;
        records++;
    }

    /** Forces everything that was appended to the medium. */
    void force() throws IOException {
        if (file != null) {
            cutTorn(file);
            file.force();
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            try {
                cutTorn(file);
            } finally {
                file.close();
            }
        }
    }

    private SegmentFile make(Path path, ByteBuffer header) throws IOException {
        Files.deleteIfExists(path); // left by a failed attempt
        SegmentFile made = maker.make(path);
        try {
            made.append(header.duplicate());
            return made;
        } catch (IOException e) {
            made.close();
            throw e;
        }
    }

    private void cutTorn(SegmentFile in) throws IOException {
        if (torn) {
            in.cut(length);
            torn = false;
        }
    }
}
