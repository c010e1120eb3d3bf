package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The name of immutable content: the SHA-256 of its bytes as 64 lower-case hexadecimal digits, by which a reader can
 * verify it. Any other text is {@code CONTEXT_REFUSED}.
 */
public record ContentAddress(String sha256) {
    private static final String PREFIX = "urn:parley:sha256:";
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");

    public ContentAddress {
        if (!DIGITS.matcher(sha256).matches()) {
            throw refused();
        }
    }

    static ContentAddress of(byte[] bytes) {
        try {
            return ofHash(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the address with a hash of 32 bytes. */
    public static ContentAddress ofHash(byte[] hash) {
        return new ContentAddress(HexFormat.of().formatHex(hash));
    }

    /** Returns whether a URI is that of content; its hash may still be malformed. */
    public static boolean isUri(String uri) {
        return uri.startsWith(PREFIX);
    }

    /** Returns the address in a URI. */
    public static ContentAddress parse(String uri) {
        if (!isUri(uri)) {
            throw refused();
        }
        return new ContentAddress(uri.substring(PREFIX.length()));
    }

    /** Returns the URI: {@code urn:parley:sha256:} and the digits. */
    public String uri() {
        return PREFIX + sha256;
    }

    /** Returns the hash of 32 bytes. */
    public byte[] hash() {
        return HexFormat.of().parseHex(sha256);
    }

    private static ParleyException refused() {
        return new ParleyException(
                ErrorCode.CONTEXT_REFUSED,
                "content address: expected " + PREFIX + " and 64 lower-case hexadecimal digits, found another text");
    }
}
