package io.parley.recording;

import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * Header of a segment.
 *
 * <pre>
 * | magic and version 64 | identifier 128 | segment 32 | first record 64 | hash before 256 | hash 256 |
 * </pre>
 */
final class SegmentHeader {
    static final int BYTES = 100;

    /** {@code PRLYREC} and version 1. */
    private static final long MAGIC = 0x50524C5952454301L;

    private static final int HASHED = BYTES - Chain.HASH_BYTES;

    private final UUID recording;
    private final int segment;
    private final long firstRecord;
    private final byte[] before;

    SegmentHeader(UUID recording, int segment, long firstRecord, byte[] before) {
        this.recording = recording;
        this.segment = segment;
        this.firstRecord = firstRecord;
        this.before = before;
    }

    UUID recording() {
        return recording;
    }

    int segment() {
        return segment;
    }

    long firstRecord() {
        return firstRecord;
    }

    byte[] before() {
        return before;
    }

    /** Returns the bytes of the header, including its hash. */
    ByteBuffer encode(Chain chain) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(MAGIC)
                .putLong(recording.getMostSignificantBits())
                .putLong(recording.getLeastSignificantBits())
                .putInt(segment)
                .putLong(firstRecord)
                .put(before);
        return bytes.put(hash(chain, bytes)).flip();
    }

    /** Returns the hash in an encoded header, from which the chain of the segment's records starts. */
    static byte[] hashIn(ByteBuffer encoded) {
        byte[] hash = new byte[Chain.HASH_BYTES];
        encoded.get(HASHED, hash);
        return hash;
    }

    /**
     * Decodes and checks a header.
     *
     * @param where the segment, for errors
     * @throws ParleyException {@code MALFORMED_MESSAGE} if these are not the bytes of a header
     */
    static SegmentHeader decode(ByteBuffer bytes, Chain chain, String where) {
        if (bytes.getLong(0) != MAGIC) {
            throw ParleyException.malformed("the header of a recording of version 1", "other bytes", where);
        }
        if (!Arrays.equals(hash(chain, bytes), hashIn(bytes))) {
            throw ParleyException.malformed("the hash of the header", "another", where);
        }
        byte[] before = new byte[Chain.HASH_BYTES];
        bytes.get(HASHED - Chain.HASH_BYTES, before);
        return new SegmentHeader(
                new UUID(bytes.getLong(8), bytes.getLong(16)), bytes.getInt(24), bytes.getLong(28), before);
    }

    private static byte[] hash(Chain chain, ByteBuffer bytes) {
        int before = HASHED - Chain.HASH_BYTES;
        byte[] hashBefore = new byte[Chain.HASH_BYTES];
        bytes.get(before, hashBefore);
        return chain.next(hashBefore, bytes.slice(0, before));
    }
}
