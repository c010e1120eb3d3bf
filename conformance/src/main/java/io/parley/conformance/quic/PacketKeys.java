package io.parley.conformance.quic;

import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Keys of one direction for one kind of packets, AES-128-GCM (RFC 9001, section 5). One thread at a time. */
final class PacketKeys {
    static final int TAG = 16;
    static final int SAMPLE = 16;

    private static final int KEY = 16;
    private static final int NONCE = 12;
    private static final byte[] SALT = HexFormat.of().parseHex("38762cf7f55934b34d179ae6a4c80cadccbb7f0a");
    /** Public keys of the integrity tag of a Retry (RFC 9001, section 5.8). */
    private static final byte[] RETRY_KEY = HexFormat.of().parseHex("be0c690b9f66575a1d766b54e368c84e");

    private static final byte[] RETRY_NONCE = HexFormat.of().parseHex("461599d35d632bf2239825bb");

    private final byte[] key;
    private final byte[] iv;
    private final byte[] headerKey;

    private PacketKeys(byte[] key, byte[] iv, byte[] headerKey) {
        this.key = key;
        this.iv = iv;
        this.headerKey = headerKey;
    }

    /** Returns the keys of a TLS secret. */
    static PacketKeys of(byte[] secret) {
        return new PacketKeys(
                Hkdf.expand(secret, "quic key", KEY),
                Hkdf.expand(secret, "quic iv", NONCE),
                Hkdf.expand(secret, "quic hp", KEY));
    }

    /** Returns the keys of Initial packets to a connection ID. */
    static PacketKeys initial(byte[] destination, boolean ofClient) {
        byte[] secret = Hkdf.extract(SALT, destination);
        return of(Hkdf.expand(secret, ofClient ? "client in" : "server in", Hkdf.HASH));
    }

    /**
     * Returns the integrity tag of a Retry.
     *
     * @param pseudoPacket the connection ID of the packet that it answers, and the whole Retry before the tag
     */
    static byte[] retryTag(byte[] pseudoPacket) {
        byte[] tag = crypt(Cipher.ENCRYPT_MODE, RETRY_KEY, RETRY_NONCE, pseudoPacket, new byte[0]);
        return tag == null ? new byte[0] : tag;
    }

    byte[] seal(long number, byte[] header, byte[] payload) {
        byte[] sealed = crypt(Cipher.ENCRYPT_MODE, key, nonce(number), header, payload);
        return sealed == null ? new byte[0] : sealed;
    }

    /** Decrypts a payload; null if it was encrypted with other keys or changed. */
    byte @Nullable [] open(long number, byte[] header, byte[] sealed) {
        return crypt(Cipher.DECRYPT_MODE, key, nonce(number), header, sealed);
    }

    private byte[] nonce(long number) {
        byte[] nonce = iv.clone();
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[NONCE - 1 - i] ^= (byte) (number >>> (Byte.SIZE * i));
        }
        return nonce;
    }

    private static byte @Nullable [] crypt(int mode, byte[] key, byte[] nonce, byte[] header, byte[] content) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG * Byte.SIZE, nonce));
            cipher.updateAAD(header);
            return cipher.doFinal(content);
        } catch (AEADBadTagException e) {
            return null;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-128-GCM", e);
        }
    }

    /** Returns the header protection mask for a sample of the encrypted payload. */
    byte[] mask(byte[] sample) {
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(headerKey, "AES"));
            return cipher.doFinal(sample);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-128", e);
        }
    }
}
