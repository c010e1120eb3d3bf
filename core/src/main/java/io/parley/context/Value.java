package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Immutable bytes with their media type. Two are equal if both are. Thread-safe. */
public final class Value {
    private static final int MAX_MEDIA_TYPE = 200;

    private final byte[] bytes;
    private final String mediaType;
    private volatile @Nullable ContentAddress address;

    private Value(byte[] bytes, String mediaType) {
        this.bytes = bytes;
        this.mediaType = Names.checked("media type", mediaType, MAX_MEDIA_TYPE);
    }

    /** A copy of the bytes. */
    public static Value of(byte[] bytes, String mediaType) {
        return new Value(bytes.clone(), mediaType);
    }

    /**
     * Returns a text as its bytes in UTF-8.
     *
     * @param mediaType 1 to 200 bytes without control characters
     * @throws ParleyException {@code CONTEXT_REFUSED} if the media type is no such text
     */
    public static Value of(String text, String mediaType) {
        return new Value(text.getBytes(StandardCharsets.UTF_8), mediaType);
    }

    /** The bytes themselves, which nobody changes from now on. */
    public static Value handOver(byte[] bytes, String mediaType) {
        return new Value(bytes, mediaType);
    }

    /** The bytes; a copy. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** The bytes, which cannot be changed through it. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** The bytes as UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number of bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns the media type as it was given, parameters included. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns the content address of the bytes. */
    public ContentAddress address() {
        ContentAddress known = address;
        if (known == null) {
            known = ContentAddress.of(bytes);
            address = known;
        }
        return known;
    }

    /**
     * Passes this value if its bytes are those that were stored.
     *
     * @throws ParleyException with {@link ErrorCode#CONTENT_MISMATCH} otherwise
     */
    public Value checked(ContentAddress expected, Key where) {
        if (!address().equals(expected)) {
            throw new ParleyException(
                    ErrorCode.CONTENT_MISMATCH,
                    where.scope().id() + ": expected content with " + expected.uri() + ", found "
                            + address().uri() + "; it is not used");
        }
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Value value && mediaType.equals(value.mediaType) && Arrays.equals(bytes, value.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the length and media type, never the bytes. */
    @Override
    public String toString() {
        return bytes.length + " bytes of " + mediaType;
    }
}
