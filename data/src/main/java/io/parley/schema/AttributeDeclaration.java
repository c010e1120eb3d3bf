package io.parley.schema;

import javax.xml.namespace.QName;

/**
 * An attribute. Defaults and fixed values are not kept: an absent attribute stays absent.
 *
 * @param name with a namespace if it is global or its form is qualified
 */
public record AttributeDeclaration(QName name, TypeUse type, WireFormat wire) {}
