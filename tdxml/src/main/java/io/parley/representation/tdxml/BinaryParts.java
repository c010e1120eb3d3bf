package io.parley.representation.tdxml;

import java.util.Optional;

/** Binaries of a document that are not in its table. */
interface BinaryParts {
    /** Nowhere: a document alone. */
    BinaryParts NONE = new BinaryParts() {
        @Override
        public Optional<String> put(String base64) {
            return Optional.empty();
        }

        @Override
        public Optional<byte[]> take(String value, String where) {
            return Optional.empty();
        }
    };

    /** The reference that stands in a row for that value, or empty if the value stands there itself. */
    Optional<String> put(String base64);

    /**
     * The content that a row's value refers to, or empty if it is no reference.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if there is none, or it was taken
     */
    Optional<byte[]> take(String value, String where);
}
