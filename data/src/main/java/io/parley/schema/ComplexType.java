package io.parley.schema;

import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A complex type as it was defined, without inherited content.
 *
 * @param name null for an anonymous type
 * @param mixed whether text is allowed between its child elements
 * @param derivation how it is derived from its base
 * @param base the base type; {@code xs:anyType} if none is named
 * @param simpleContent whether its content is text only
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
