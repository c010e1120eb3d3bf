package io.parley.layout;

import javax.xml.namespace.QName;

/**
 * An attribute of a type. An absent attribute stays absent: its default is not filled in.
 *
 * @param name qualified name; it has a namespace if the form is qualified
 */
public record AttributeSlot(QName name, SimpleLayout type) {}
