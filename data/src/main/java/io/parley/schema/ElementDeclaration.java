package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element, global or local.
 *
 * @param name qualified name; it has a namespace if the element is global or its form is qualified
 * @param type null if none is declared: see {@link Schema#typeOf}
 * @param whenEmpty its {@code default} or {@code fixed} value, which is the value of an empty element, or null
 * @param head the substitution group that it belongs to, or null
 */
public record ElementDeclaration(
        QName name,
        @Nullable TypeUse type,
        boolean nillable,
        boolean isAbstract,
        @Nullable String whenEmpty,
        @Nullable QName head,
        WireFormat wire) {}
