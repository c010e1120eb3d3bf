package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element, global or local.
 *
 * @param name with a namespace if it is global or its form is qualified
 * @param type null if none is given: see {@link Schema#typeOf}
 * @param whenEmpty its {@code default} or {@code fixed} value, which an empty element means, or null
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
