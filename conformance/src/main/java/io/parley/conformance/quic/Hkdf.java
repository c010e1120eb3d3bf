package io.parley.conformance.quic;

import io.parley.conformance.raw.ByteOutput;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Key derivation by SHA-256 (RFC 5869; RFC 8446, section 7.1). Stateless. */
final class Hkdf {
    static final int HASH = 32;

    private Hkdf() {}

    static byte[] extract(byte[] salt, byte[] secret) {
        return hmac(salt, secret);
    }

    /** Computes HKDF-Expand-Label, of at most one block. */
    static byte[] expand(byte[] secret, String label, byte[] context, int length) {
        byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
        byte[] info = new ByteOutput()
                .number(length, 2)
                .number(name.length, 1)
                .bytes(name)
                .number(context.length, 1)
                .bytes(context)
                .number(1, 1)
                .toBytes();
        return Arrays.copyOf(hmac(secret, info), length);
    }

    static byte[] expand(byte[] secret, String label, int length) {
        return expand(secret, label, new byte[0], length);
    }

    static byte[] hmac(byte[] key, byte[] content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    static byte[] hash(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
