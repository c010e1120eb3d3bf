package io.parley.schema;

import javax.xml.namespace.QName;

/**
 * An attribute, global or local. Default and fixed values are ignored: an absent attribute stays absent.
 *
 * @param name qualified name; it has a namespace if the attribute is global or its form is qualified
 */
public record AttributeDeclaration(QName name, TypeUse type, WireFormat wire) {}
