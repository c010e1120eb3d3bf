package io.parley.testkit.generate;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * An attribute declaration.
 *
 * @param form the value of the {@code form} attribute, or empty
 */
record AttributeDef(QName name, SimpleDef type, String form) {

    /**
     * An attribute of a type.
     *
     * @param use the value of the {@code use} attribute, or empty
     * @param isReference whether the attribute is global and referred to
     * @param construct that a message with this attribute exercises
     */
    record Use(
            AttributeDef attribute, String use, ValueConstraint constraint, boolean isReference, Construct construct) {
        boolean isRequired() {
            return use.equals("required");
        }

        boolean isProhibited() {
            return use.equals("prohibited");
        }
    }

    /** A named attribute group. */
    record Group(QName name, List<Use> uses) {}
}
