package io.parley.binding;

import java.lang.reflect.Type;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element that an object factory declares ({@code @XmlElementDecl}).
 *
 * @param scope the class inside which it is declared, or null if it is global
 * @param type the type of its value
 * @param head the head of the substitution group that it belongs to, or null
 * @param plain whether nothing but the type says how its value is written
 */
record ElementDecl(
        QName name,
        @Nullable Class<?> scope,
        Type type,
        @Nullable QName head,
        boolean plain) {}
