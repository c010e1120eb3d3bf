package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import io.parley.layout.Slot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A body part of an operation, which is sent either typed or as infoset.
 *
 * @param key its key on both sides
 * @param element name of the part's element on the wire
 * @param layout its layout, or null if it has none
 * @param binding access to its objects, or null if the part is sent as infoset
 * @param fingerprint SHA-256 of the layout's canonical text in hex; empty if it has none
 * @param mark hash that identifies key and layout in a message, beside the part's number; 0 if it has no codec
 * @param reason why it is sent as infoset; empty if it is typed
 */
public record Part(
        PartKey key,
        QName element,
        Slot.@Nullable Element layout,
        @Nullable Binding binding,
        String fingerprint,
        int mark,
        String reason) {
    /** Number of leading digits of a fingerprint that both sides of a session know. */
    private static final int KNOWN_DIGITS = 16;

    /** Returns a part with a codec. */
    public static Part typed(PartKey key, Slot.Element layout, Binding binding, String fingerprint) {
        return new Part(key, layout.name(), layout, binding, fingerprint, mark(key, fingerprint), "");
    }

    /** Returns a part that is sent as infoset, with the reason. */
    public static Part infoset(PartKey key, QName element, String reason) {
        return new Part(key, element, null, null, "", 0, reason);
    }

    /**
     * Returns the first four bytes, little-endian, of SHA-256 over key, line feed and 16 digits
     * (docs/protocol/negotiation.md, 13.3).
     */
    private static int mark(PartKey key, String fingerprint) {
        String known = fingerprint.substring(0, Math.min(KNOWN_DIGITS, fingerprint.length()));
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest((key + "\n" + known).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getInt();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /**
     * Returns whether it has a codec, so that {@link #typed()} returns its binding. If not, {@code reason} says why.
     */
    public boolean isTyped() {
        return binding != null;
    }

    /**
     * Returns the access to its objects.
     *
     * @throws IllegalStateException if it is not typed
     */
    public Binding typed() {
        if (binding == null) {
            throw new IllegalStateException(key + " is not typed: " + reason);
        }
        return binding;
    }

    /** Returns whether it is typed and its codec can encode the value. */
    public boolean takes(Object value) {
        return binding != null && binding.accepts(value) && binding.fits(value);
    }

    /**
     * Returns the access to that object. Does not check whether the layout can represent all its content; {@link
     * #takes} does.
     *
     * @throws ParleyException {@code ENCODING} if the part is not typed, or its codec does not support such objects
     */
    public Binding bindingOf(Object value) {
        if (binding == null || !binding.accepts(value)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    key + ": expected an object that the part's codec knows, found one of another class",
                    UnexpectedObject.of(value));
        }
        return binding;
    }

    /**
     * Returns the object for the decoded item of a typed part.
     *
     * @param item null if the received value has no Java form
     * @return null if there is no object, as for a value that an enum does not have; JAXB reads null then
     */
    public @Nullable Object valueOf(@Nullable Object item) {
        return item == null ? null : typed().valueOf(item);
    }

    /**
     * Returns an object of this part, for readers that need one.
     *
     * @throws ParleyException {@code SCHEMA_VIOLATION} if there is none
     */
    public Object required(@Nullable Object value) {
        if (value == null) {
            throw new ParleyException(ErrorCode.SCHEMA_VIOLATION, key + ": expected an object, found none");
        }
        return value;
    }
}
