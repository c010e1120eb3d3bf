package io.parley.layout;

import java.util.Comparator;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Canonical order of names and slots on the wire: by namespace, then by local name. The order in a schema is not used,
 * because it depends on the tool that wrote the schema.
 */
final class CanonicalOrder {
    static final Comparator<QName> NAMES =
            Comparator.comparing(QName::getNamespaceURI).thenComparing(QName::getLocalPart);

    /** Orders elements by name, and wildcards last. */
    static final Comparator<Slot.Alternative> ALTERNATIVES =
            Comparator.comparing(CanonicalOrder::name, Comparator.nullsLast(NAMES));

    /** Orders slots by their first alternative. No element is in two slots of one type. */
    static final Comparator<Slot> SLOTS =
            Comparator.comparing(slot -> slot.alternatives().get(0), ALTERNATIVES);

    private CanonicalOrder() {}

    private static @Nullable QName name(Slot.Alternative alternative) {
        return alternative instanceof Slot.Element element ? element.name() : null;
    }
}
