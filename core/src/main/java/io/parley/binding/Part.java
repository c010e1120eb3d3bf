package io.parley.binding;

import io.parley.layout.Slot;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A body part of an operation and how it travels.
 *
 * @param key its name on both sides
 * @param element the wire name of the part's element
 * @param layout its plan, or null if it has none
 * @param binding how its objects are reached, or null if the part travels as infoset
 * @param fingerprint SHA-256 of the plan's canonical text in hex, empty if it has none
 * @param reason why it travels as infoset, empty if it is typed
 */
public record Part(
        PartKey key,
        QName element,
        Slot.@Nullable Element layout,
        @Nullable Binding binding,
        String fingerprint,
        String reason) {

    /** A part that has a codec. */
    public static Part typed(PartKey key, Slot.Element layout, Binding binding, String fingerprint) {
        return new Part(key, layout.name(), layout, binding, fingerprint, "");
    }

    /** A part that travels as infoset, and why. */
    public static Part infoset(PartKey key, QName element, String reason) {
        return new Part(key, element, null, null, "", reason);
    }

    public boolean isTyped() {
        return binding != null;
    }
}
