package io.parley.context;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Authentication of stored values: proves that a value was stored, under its key, by a holder of a secret that is not
 * in the store. Appends an HMAC-SHA256 (RFC 2104). Does not encrypt, and does not detect that an older value of the
 * same key was restored. Thread-safe.
 */
public final class Seal {
    /** Minimum length of a secret in bytes. */
    public static final int LEAST_BYTES = 32;

    private static final int MOST_BYTES = 4096;
    private static final String ALGORITHM = "HmacSHA256";
    private static final int CODE_BYTES = 32;
    private static final String SEALED = ";sealed";
    private static final Seal NONE = new Seal(null);

    private final @Nullable SecretKey secret;

    private Seal(@Nullable SecretKey secret) {
        this.secret = secret;
    }

    /** Returns the seal without a secret, which seals nothing and rejects sealed values. */
    public static Seal none() {
        return NONE;
    }

    /**
     * Creates a seal with a secret; the caller keeps the array.
     *
     * @throws IllegalArgumentException if it is shorter than {@link #LEAST_BYTES}
     */
    public static Seal of(byte[] secret) {
        if (secret.length < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "expected a secret of at least " + LEAST_BYTES + " bytes, found " + secret.length);
        }
        return new Seal(new SecretKeySpec(secret, ALGORITHM));
    }

    /**
     * Creates a seal with the content of a file as its secret.
     *
     * @throws IOException if the file cannot be read or its length is not allowed; the message names the file
     */
    public static Seal read(Path file) throws IOException {
        byte[] secret;
        try (InputStream bytes = Files.newInputStream(file)) {
            secret = bytes.readNBytes(MOST_BYTES + 1);
        }
        if (secret.length < LEAST_BYTES || secret.length > MOST_BYTES) {
            throw new IOException("expected a secret of " + LEAST_BYTES + " to " + MOST_BYTES + " bytes in " + file
                    + ", found " + (secret.length > MOST_BYTES ? "more" : secret.length));
        }
        return of(secret);
    }

    /** Returns whether this has a secret. */
    public boolean isOn() {
        return secret != null;
    }

    /** Returns the value, sealed for a key. */
    public Value close(Key where, Value value) {
        if (secret == null) {
            return value;
        }
        byte[] bytes = value.toArray();
        byte[] sealed = Arrays.copyOf(bytes, bytes.length + CODE_BYTES);
        System.arraycopy(code(secret, where, value.mediaType(), bytes), 0, sealed, bytes.length, CODE_BYTES);
        return Value.handOver(sealed, value.mediaType() + SEALED);
    }

    /**
     * Opens a value that was sealed for a key.
     *
     * @throws IOException if it was not sealed for this key with this secret; the message does not contain the value
     */
    public Value open(Key where, Value value) throws IOException {
        boolean sealed = value.mediaType().endsWith(SEALED);
        if (secret == null && !sealed) {
            return value;
        }
        if (secret == null || !sealed || value.length() < CODE_BYTES) {
            throw new IOException(where.scope().id() + ": expected a value that is " + (secret == null ? "not " : "")
                    + "sealed, found another; is the secret set in one process and not in the other?");
        }
        String mediaType = value.mediaType().substring(0, value.mediaType().length() - SEALED.length());
        byte[] all = value.toArray();
        byte[] bytes = Arrays.copyOf(all, all.length - CODE_BYTES);
        byte[] code = Arrays.copyOfRange(all, bytes.length, all.length);
        if (!MessageDigest.isEqual(code, code(secret, where, mediaType, bytes))) {
            throw new IOException(
                    where.scope().id() + ": expected a value that was sealed here by the same secret, found another");
        }
        return Value.handOver(bytes, mediaType);
    }

    /**
     * Returns the authentication code of bytes that are not stored.
     *
     * @throws IllegalStateException if this has no secret
     */
    public byte[] code(Key what, byte[] bytes) {
        if (secret == null) {
            throw new IllegalStateException("expected a secret, found a seal without one");
        }
        return code(secret, what, "", bytes);
    }

    private static byte[] code(SecretKey secret, Key where, String mediaType, byte[] bytes) {
        ByteArrayOutputStream place = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(place)) {
            // Length-prefixed, so that different keys give different bytes.
            out.writeUTF(where.scope().id());
            out.writeUTF(where.name());
            out.writeUTF(mediaType);
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(place.toByteArray());
            return mac.doFinal(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
