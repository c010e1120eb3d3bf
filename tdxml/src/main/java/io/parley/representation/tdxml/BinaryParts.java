package io.parley.representation.tdxml;

import java.util.Optional;

/** Binaries of a document that are stored outside its table. */
interface BinaryParts {
    /** Stores nothing: all binaries are in the table. */
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

    /**
     * Stores a value outside the table.
     *
     * @return the reference to write into the row; empty to write the value itself
     */
    Optional<String> put(String base64);

    /**
     * Returns the content that a row's value refers to; empty if the value is not a reference.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_MESSAGE} if the content is missing or was taken before
     */
    Optional<byte[]> take(String value, String where);
}
