package io.parley.layout;

import java.util.Comparator;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The order of names wherever a number on the wire points into a list of them, and of slots on the wire: by namespace,
 * then local name. What order a schema gives them depends on which side's tools wrote it.
 */
final class CanonicalOrder {
    static final Comparator<QName> NAMES =
            Comparator.comparing(QName::getNamespaceURI).thenComparing(QName::getLocalPart);

    /** Elements by name, wildcards last. */
    static final Comparator<Slot.Alternative> ALTERNATIVES =
            Comparator.comparing(CanonicalOrder::name, Comparator.nullsLast(NAMES));

    /** Slots by their first alternative; no element stands in two slots of one type. */
    static final Comparator<Slot> SLOTS =
            Comparator.comparing(slot -> slot.alternatives().get(0), ALTERNATIVES);

    private CanonicalOrder() {}

    private static @Nullable QName name(Slot.Alternative alternative) {
        return alternative instanceof Slot.Element element ? element.name() : null;
    }
}
