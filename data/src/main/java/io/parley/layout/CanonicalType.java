package io.parley.layout;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Hash of one complex type's text, with the types that the text refers to. It is the same for all parts that reach the
 * type, so it is computed once. Immutable.
 */
final class CanonicalType {
    private final byte[] hash;
    private final ComplexLayout[] references;

    /**
     * @param text the type's text without the numbers of other types
     * @param references the types whose numbers were left out, in the order of the text
     */
    CanonicalType(byte[] text, ComplexLayout[] references) {
        this.hash =
                HexFormat.of().formatHex(CanonicalText.sha256().digest(text)).getBytes(StandardCharsets.US_ASCII);
        this.references = references;
    }

    /** Writes the hash, and the number of each reference in the given text. */
    void write(CanonicalText to) {
        to.write(hash, 0, hash.length);
        for (ComplexLayout reference : references) {
            to.space();
            to.number(reference);
        }
    }
}
