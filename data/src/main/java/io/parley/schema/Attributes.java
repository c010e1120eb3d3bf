package io.parley.schema;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * The attributes of a complex type or an attribute group.
 *
 * @param uses attributes that are declared or referenced here
 * @param groups references to attribute groups whose attributes are included
 * @param any whether any further attribute is allowed
 */
public record Attributes(List<Use> uses, List<GroupName> groups, boolean any) {
    public Attributes {
        uses = List.copyOf(uses);
        groups = List.copyOf(groups);
    }

    /** An attribute of a type: declared in place, or a reference to a global declaration. */
    public sealed interface Use {
        /** Returns whether this use removes an inherited attribute. */
        boolean prohibited();
    }

    /** An attribute that is declared where it is used. */
    public record Local(AttributeDeclaration declaration, boolean required, boolean prohibited) implements Use {}

    /** A reference to a global attribute. */
    public record Reference(QName name, boolean required, boolean prohibited) implements Use {}

    /** A reference to an attribute group. */
    public record GroupName(QName name) {}
}
