package io.parley.recording;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Hash chain of records: each hash covers the one before it and the record. Not thread-safe. */
final class Chain {
    static final int HASH_BYTES = 32;

    private final MessageDigest sha;

    Chain() {
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the hash before the first record of a recording: zeros. */
    static byte[] start() {
        return new byte[HASH_BYTES];
    }

    /** Returns the hash of these bytes after {@code before}; does not consume the buffers. */
    byte[] next(byte[] before, ByteBuffer... pieces) {
        sha.update(before);
        for (ByteBuffer piece : pieces) {
            sha.update(piece.duplicate());
        }
        return sha.digest();
    }
}
