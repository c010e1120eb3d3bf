package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Immutable bytes with their media type. Thread-safe. */
public final class Value {
    private static final int MAX_MEDIA_TYPE = 200;

    private final byte[] bytes;
    private final String mediaType;
    private volatile @Nullable ContentAddress address;

    private Value(byte[] bytes, String mediaType) {
        this.bytes = bytes;
        this.mediaType = Names.checked("media type", mediaType, MAX_MEDIA_TYPE);
    }

    /** Creates a value from a copy of the bytes. */
    public static Value of(byte[] bytes, String mediaType) {
        return new Value(bytes.clone(), mediaType);
    }

    /**
     * Creates a value from a text in UTF-8.
     *
     * @param mediaType 1 to 200 bytes without control characters
     * @throws ParleyException {@code CONTEXT_REFUSED} if the media type is invalid
     */
    public static Value of(String text, String mediaType) {
        return new Value(text.getBytes(StandardCharsets.UTF_8), mediaType);
    }

    /** Creates a value that takes ownership of the bytes, which must not be changed any more. */
    public static Value handOver(byte[] bytes, String mediaType) {
        return new Value(bytes, mediaType);
    }

    /** Returns a copy of the bytes. */
    public byte[] toArray() {
        return bytes.clone();
    }

    /** Returns a read-only view of the bytes. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Returns the bytes decoded as UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns the number of bytes. */
    public int length() {
        return bytes.length;
    }

    /** Returns the media type as given, including parameters. */
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
     * Returns this value if its bytes have the expected hash.
     *
     * @param where key, for the error message
     * @throws ParleyException with {@link ErrorCode#CONTENT_MISMATCH} if they do not
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
