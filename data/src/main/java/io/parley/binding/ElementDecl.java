package io.parley.binding;

import java.lang.reflect.Type;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element that an object factory declares ({@code @XmlElementDecl}).
 *
 * @param scope the class inside which it is declared, or null if it is global
 * @param type the Java type of its value; a {@code List} is one text
 * @param head the head of the substitution group that it belongs to, or null
 * @param adapter converts its value to the one that JAXB marshals, or null
 * @param defaultValue the value of an empty element, or null
 * @param schemaType the XSD type of an annotation, or null
 * @param obstacle the reason why only JAXB can write it; empty if there is none
 */
record ElementDecl(
        QName name,
        @Nullable Class<?> scope,
        Type type,
        @Nullable QName head,
        @Nullable AdapterModel adapter,
        @Nullable String defaultValue,
        @Nullable QName schemaType,
        String obstacle) {}
