package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A complex type as it was defined, without what it inherits.
 *
 * @param name null for an anonymous type
 * @param mixed whether text may stand between its child elements
 * @param derivation how it is made from its base
 * @param base {@code xs:anyType} for a type that names no base
 * @param simpleContent whether its content is text instead of elements
 * @param text the simple type given inside a restriction of simple content, or null
 * @param particle the content model, or null if there is none
 */
public record ComplexType(
        @Nullable QName name,
        boolean isAbstract,
        boolean mixed,
        Derivation derivation,
        TypeName base,
        boolean simpleContent,
        @Nullable SimpleType text,
        @Nullable Particle particle,
        Attributes attributes)
        implements TypeDefinition {

    /** Derivation of a complex type from its base. */
    public enum Derivation {
        EXTENSION,
        RESTRICTION
    }
}
