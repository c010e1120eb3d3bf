package io.parley.examples.instances;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAnyAttribute;
import org.apache.ws.commons.schema.XmlSchemaAttribute;
import org.apache.ws.commons.schema.XmlSchemaAttributeGroup;
import org.apache.ws.commons.schema.XmlSchemaAttributeGroupRef;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaUse;
import org.jspecify.annotations.Nullable;

/** Attributes of a complex type, including inherited ones. */
final class AttributeUses {
    private final SchemaView schemas;
    private final Map<QName, XmlSchemaAttribute> uses = new LinkedHashMap<>();
    private @Nullable XmlSchemaAnyAttribute wildcard;

    private AttributeUses(SchemaView schemas) {
        this.schemas = schemas;
    }

    static AttributeUses of(XmlSchemaComplexType type, SchemaView schemas) {
        AttributeUses uses = new AttributeUses(schemas);
        uses.add(type, 0);
        return uses;
    }

    /** Returns the attributes by qualified name. */
    Map<QName, XmlSchemaAttribute> all() {
        return uses;
    }

    @Nullable
    XmlSchemaAnyAttribute wildcard() {
        return wildcard;
    }

    private void add(XmlSchemaComplexType type, int step) {
        XmlSchemaContent content = SchemaView.content(type);
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            add(extension.getBaseTypeName(), extension.getAttributes(), extension.getAnyAttribute(), step);
        } else if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            add(restriction.getBaseTypeName(), restriction.getAttributes(), null, step);
            wildcard = restriction.getAnyAttribute();
        } else if (content instanceof XmlSchemaSimpleContentExtension extension) {
            add(extension.getBaseTypeName(), extension.getAttributes(), extension.getAnyAttribute(), step);
        } else if (content instanceof XmlSchemaSimpleContentRestriction restriction) {
            add(restriction.getBaseTypeName(), restriction.getAttributes(), null, step);
            wildcard = restriction.getAnyAttribute();
        } else {
            own(type.getAttributes());
            own(type.getAnyAttribute());
        }
    }

    private void add(@Nullable QName base, List<?> own, @Nullable XmlSchemaAnyAttribute any, int step) {
        if (base != null) {
            schemas.complex(base, step).ifPresent(above -> add(above, step + 1));
        }
        own(own);
        own(any);
    }

    private void own(@Nullable XmlSchemaAnyAttribute any) {
        if (any != null) {
            wildcard = any;
        }
    }

    private void own(List<?> attributes) {
        for (Object each : attributes) {
            if (each instanceof XmlSchemaAttribute attribute) {
                own(attribute);
            } else if (each instanceof XmlSchemaAttributeGroupRef reference) {
                XmlSchemaAttributeGroup group = reference.getRef().getTarget();
                if (group != null) {
                    own(group.getAttributes());
                    own(group.getAnyAttribute());
                }
            } else if (each instanceof XmlSchemaAttributeGroup group) {
                own(group.getAttributes());
            }
        }
    }

    private void own(XmlSchemaAttribute use) {
        QName name = use.isRef() ? use.getTargetQName() : use.getWireName();
        if (use.getUse() == XmlSchemaUse.PROHIBITED) {
            uses.remove(name);
        } else {
            uses.put(name, use);
        }
    }
}
