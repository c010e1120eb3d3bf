package io.parley.schema;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A simple type. Facets other than enumerations are ignored; they matter to validators only.
 *
 * @param name null for an anonymous type
 * @param variety how it is constructed
 * @param of the base of a restriction, the item type of a list, the members of a union
 * @param enumeration the lexical values that a restriction allows, in order; otherwise empty
 * @param wire annotations on the definition
 */
public record SimpleType(
        @Nullable QName name, Variety variety, List<TypeUse> of, List<String> enumeration, WireFormat wire)
        implements TypeDefinition {
    public SimpleType {
        of = List.copyOf(of);
        enumeration = List.copyOf(enumeration);
    }

    /** Kind of a simple type, which determines how it is constructed from others. */
    public enum Variety {
        RESTRICTION,
        LIST,
        UNION
    }
}
