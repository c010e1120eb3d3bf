package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A simple or complex type. */
public sealed interface TypeDefinition extends TypeUse permits SimpleType, ComplexType {
    /** Returns the name, or null for an anonymous type. */
    @Nullable
    QName name();
}
