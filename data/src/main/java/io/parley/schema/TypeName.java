package io.parley.schema;

import javax.xml.namespace.QName;

/** A reference to a named or built-in type. */
public record TypeName(QName name) implements TypeUse {}
