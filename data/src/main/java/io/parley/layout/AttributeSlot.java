package io.parley.layout;

import javax.xml.namespace.QName;

/**
 * One attribute of a type. Absent and default are different things: the default is not filled in.
 *
 * @param name with the namespace if the form is qualified
 */
public record AttributeSlot(QName name, SimpleLayout type) {}
