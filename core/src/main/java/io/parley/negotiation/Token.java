package io.parley.negotiation;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/**
 * The secret that lets the receiver of an answer open the one session it was made for. Immutable; compared in constant
 * time; never part of a text.
 */
public final class Token {
    /** Fewest bytes of a token that was issued. */
    public static final int MIN_BYTES = 16;
    /** Most bytes of a token. */
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
     * An issued token; copied.
     *
     * @throws io.parley.ParleyException {@code NEGOTIATION} if it is too short to be a secret, or too long
     */
    public static Token of(byte[] secret) {
        if (secret.length < MIN_BYTES || secret.length > MAX_BYTES) {
            throw Terms.malformed("answer/token", MIN_BYTES + " to " + MAX_BYTES + " bytes", secret.length + " bytes");
        }
        return new Token(secret.clone());
    }

    /** A token as {@link #encoded} gave it. */
    public static Token decode(String encoded) {
        try {
            return of(Base64.getUrlDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            throw Terms.malformed("answer/token", "base64url", encoded.length() + " other characters");
        }
    }

    /** Returns whether a session can be opened with it; false for {@link #none} alone. */
    public boolean isIssued() {
        return secret.length > 0;
    }

    /** A copy of the secret. */
    public byte[] bytes() {
        return secret.clone();
    }

    /** The secret as answers carry it: base64url without padding. */
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

    /** Returns whether there is a token, never the token. */
    @Override
    public String toString() {
        return isIssued() ? "token" : "no token";
    }
}
