package io.parley.negotiation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 digest of 32 bytes. Immutable; compared in constant time. */
public final class Digest {
    /** Length in bytes. */
    public static final int BYTES = 32;

    private final byte[] value;

    private Digest(byte[] value) {
        this.value = value;
    }

    /** Returns the digest of a text in UTF-8. */
    public static Digest of(String text) {
        return new Digest(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Creates a digest from its bytes, which are copied. */
    public static Digest ofBytes(byte[] digest) {
        if (digest.length != BYTES) {
            throw new IllegalArgumentException("expected " + BYTES + " bytes, found " + digest.length);
        }
        return new Digest(digest.clone());
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] bytes() {
        return value.clone();
    }

    /** Returns whether the bytes are equal, in constant time. */
    public boolean matches(byte[] other) {
        return MessageDigest.isEqual(value, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Digest digest && matches(digest.value);
    }

    @Override
    public int hashCode() {
        return (value[0] & 0xFF) << 24 | (value[1] & 0xFF) << 16 | (value[2] & 0xFF) << 8 | (value[3] & 0xFF);
    }

    /** Returns 64 lower-case hex digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(value);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
