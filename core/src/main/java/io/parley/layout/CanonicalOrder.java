package io.parley.layout;

import java.util.Comparator;
import javax.xml.namespace.QName;

/** The order of names wherever a number on the wire points into a list of them: by namespace, then local name. */
final class CanonicalOrder {
    static final Comparator<QName> NAMES =
            Comparator.comparing(QName::getNamespaceURI).thenComparing(QName::getLocalPart);

    private CanonicalOrder() {}
}
