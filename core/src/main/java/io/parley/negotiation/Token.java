package io.parley.negotiation;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/**
 * The secret by which the receiver of an answer may open one session. Immutable; compared in constant time; never part
 * of a text.
 */
public final class Token {
    /** Minimum length of an issued token in bytes. */
    public static final int MIN_BYTES = 16;
    /** Maximum length of a token in bytes. */
    public static final int MAX_BYTES = 64;

    private static final Token NONE = new Token(new byte[0]);

    private final byte[] secret;

    private Token(byte[] secret) {
        this.secret = secret;
    }

    /** Returns the placeholder in an answer for which no token was issued yet. */
    public static Token none() {
        return NONE;
    }

    /**
     * Creates an issued token; the bytes are copied.
     *
     * @throws io.parley.ParleyException {@code NEGOTIATION} if it is too short to be a secret, or too long
     */
    public static Token of(byte[] secret) {
        if (secret.length < MIN_BYTES || secret.length > MAX_BYTES) {
            throw Terms.malformed("answer/token", MIN_BYTES + " to " + MAX_BYTES + " bytes", secret.length + " bytes");
        }
        return new Token(secret.clone());
    }

    /** Decodes a token from the form of {@link #encoded}. */
    public static Token decode(String encoded) {
        try {
            return of(Base64.getUrlDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            throw Terms.malformed("answer/token", "base64url", encoded.length() + " other characters");
        }
    }

    /** Returns whether a session can be opened with it; false only for {@link #none}. */
    public boolean isIssued() {
        return secret.length > 0;
    }

    /** Returns a copy of the secret. */
    public byte[] bytes() {
        return secret.clone();
    }

    /** Returns the form of the secret in answers: base64url without padding. */
    public String encoded() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Token token && MessageDigest.isEqual(secret, token.secret);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(secret);
    }

    /** Returns whether there is a token, never the token itself. */
    @Override
    public String toString() {
        return isIssued() ? "token" : "no token";
    }
}
