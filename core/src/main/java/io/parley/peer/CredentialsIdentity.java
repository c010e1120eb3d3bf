package io.parley.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Identity of the credentials of a call that does not contain them: an HMAC-SHA256 of the credentials under a random
 * key of this process. Equal credentials have equal identities within the process; dumps and logs of identities reveal
 * nothing about a password, however weak. Immutable.
 */
public final class CredentialsIdentity {
    private static final SecretKeySpec KEY = randomKey();
    private static final CredentialsIdentity NONE = new CredentialsIdentity(new byte[32]);
    private static final int SHOWN_BYTES = 4;

    private final byte[] value;

    private CredentialsIdentity(byte[] value) {
        this.value = value;
    }

    /** Returns the identity of a call without credentials. */
    public static CredentialsIdentity none() {
        return NONE;
    }

    /**
     * Returns the identity of a user's credentials.
     *
     * @param scheme authentication scheme, such as {@code basic} or {@code digest}
     * @param secret may be empty
     */
    public static CredentialsIdentity of(String scheme, String user, String secret) {
        Mac mac = mac("user");
        update(mac, scheme);
        update(mac, user);
        update(mac, secret);
        return new CredentialsIdentity(mac.doFinal());
    }

    /**
     * Returns the identity of the transport headers that determine the caller. Names are compared without regard to
     * case, values in order.
     *
     * @return {@link #none()} if there are none
     */
    public static CredentialsIdentity ofHeaders(Map<String, List<String>> headers) {
        if (headers.isEmpty()) {
            return NONE;
        }
        Map<String, List<String>> sorted = new TreeMap<>();
        headers.forEach((name, values) -> sorted.put(name.toLowerCase(Locale.ROOT), values));
        Mac mac = mac("headers");
        sorted.forEach((name, values) -> {
            update(mac, name);
            mac.update(ByteBuffer.allocate(4).putInt(values.size()).array());
            values.forEach(value -> update(mac, value));
        });
        return new CredentialsIdentity(mac.doFinal());
    }

    /** Returns the combined identity of this and another; {@link #none()} is neutral. */
    public CredentialsIdentity and(CredentialsIdentity other) {
        if (other.equals(NONE)) {
            return this;
        }
        if (equals(NONE)) {
            return other;
        }
        Mac mac = mac("both");
        mac.update(value);
        mac.update(other.value);
        return new CredentialsIdentity(mac.doFinal());
    }

    /** Returns a number that is equal for equal identities and very probably different for others. */
    long fingerprint() {
        return ByteBuffer.wrap(value).getLong();
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof CredentialsIdentity identity && MessageDigest.isEqual(value, identity.value));
    }

    @Override
    public int hashCode() {
        return value[0] << 24 | (value[1] & 0xFF) << 16 | (value[2] & 0xFF) << 8 | (value[3] & 0xFF);
    }

    /** Returns a short text that distinguishes the identities of this process in a log. */
    @Override
    public String toString() {
        return equals(NONE) ? "anonymous" : "identity " + HexFormat.of().formatHex(value, 0, SHOWN_BYTES);
    }

    /** Adds a text preceded by its length, so that different sequences of texts never give the same input. */
    private static void update(Mac mac, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
        mac.update(bytes);
    }

    private static Mac mac(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(KEY);
            update(mac, purpose);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    private static SecretKeySpec randomKey() {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return new SecretKeySpec(key, "HmacSHA256");
    }
}
