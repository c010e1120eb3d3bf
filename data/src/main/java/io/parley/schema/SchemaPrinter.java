package io.parley.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Prints a schema as documents, one for each namespace, with all declarations in the order of their names. */
final class SchemaPrinter {
    private static final Comparator<QName> ORDER = Comparator.comparing(QName::getLocalPart);

    private final Schema schema;
    private final TreeSet<String> namespaces = new TreeSet<>();

    SchemaPrinter(Schema schema) {
        this.schema = schema;
        for (Map<QName, ?> globals : List.of(
                schema.elements(), schema.attributes(), schema.types(), schema.groups(), schema.attributeGroups())) {
            globals.keySet().forEach(name -> namespaces.add(name.getNamespaceURI()));
        }
        namespaces.remove(XMLConstants.XML_NS_URI);
    }

    List<SchemaDocument> print() {
        List<SchemaDocument> documents = new ArrayList<>();
        for (String namespace : namespaces) {
            String name = "schema-" + (documents.size() + 1) + ".xsd";
            documents.add(new SchemaDocument(name, document(namespace)));
        }
        return documents;
    }

    private String document(String namespace) {
        XsdWriter out = new XsdWriter(namespace, namespaces);
        out.openSchema();
        sorted(schema.elements(), namespace).forEach((name, element) -> element(out, element, true));
        sorted(schema.attributes(), namespace).forEach((name, attribute) -> globalAttribute(out, attribute));
        sorted(schema.types(), namespace).forEach((name, type) -> type(out, type, name));
        sorted(schema.groups(), namespace).forEach((name, group) -> {
            out.open("group").attribute("name", name.getLocalPart());
            particle(out, group);
            out.close();
        });
        sorted(schema.attributeGroups(), namespace).forEach((name, group) -> {
            out.open("attributeGroup").attribute("name", name.getLocalPart());
            attributes(out, group);
            out.close();
        });
        return out.finish();
    }

    private static <T> Map<QName, T> sorted(Map<QName, T> globals, String namespace) {
        Map<QName, T> sorted = new TreeMap<>(ORDER);
        globals.forEach((name, global) -> {
            if (name.getNamespaceURI().equals(namespace)) {
                sorted.put(name, global);
            }
        });
        return sorted;
    }

    private void element(XsdWriter out, ElementDeclaration element, boolean global) {
        if (global) {
            out.open("element");
        }
        out.attribute("name", element.name().getLocalPart());
        if (!global && element.name().getNamespaceURI().isEmpty() && out.hasNamespace()) {
            out.attribute("form", "unqualified");
        }
        typeName(out, element.type());
        out.attribute("nillable", element.nillable()).attribute("abstract", element.isAbstract());
        if (element.whenEmpty() != null) {
            out.attribute("default", element.whenEmpty());
        }
        if (element.head() != null) {
            out.attribute("substitutionGroup", out.reference(element.head()));
        }
        out.wire(element.wire());
        typeDefinition(out, element.type());
        out.close();
    }

    private void globalAttribute(XsdWriter out, AttributeDeclaration attribute) {
        out.open("attribute");
        attribute(out, attribute);
        typeDefinition(out, attribute.type());
        out.close();
    }

    private static void attribute(XsdWriter out, AttributeDeclaration attribute) {
        out.attribute("name", attribute.name().getLocalPart());
        typeName(out, attribute.type());
        out.wire(attribute.wire());
    }

    private static void typeName(XsdWriter out, @Nullable TypeUse type) {
        if (type instanceof TypeName name) {
            out.attribute("type", out.reference(name.name()));
        }
    }

    private void typeDefinition(XsdWriter out, @Nullable TypeUse type) {
        if (type instanceof TypeDefinition definition) {
            type(out, definition, null);
        }
    }

    private void type(XsdWriter out, TypeDefinition type, @Nullable QName name) {
        out.open(type instanceof SimpleType ? "simpleType" : "complexType");
        if (name != null) {
            out.attribute("name", name.getLocalPart());
        }
        if (type instanceof SimpleType simple) {
            simple(out, simple);
        } else if (type instanceof ComplexType complex) {
            complex(out, complex);
        }
        out.close();
    }

    private void simple(XsdWriter out, SimpleType type) {
        out.wire(type.wire());
        switch (type.variety()) {
            case RESTRICTION -> typesInside(out.open("restriction"), "base", type);
            case LIST -> typesInside(out.open("list"), "itemType", type);
            case UNION -> typesInside(out.open("union"), "memberTypes", type);
        }
        for (String value : type.enumeration()) {
            out.open("enumeration").attribute("value", value).close();
        }
        out.close();
    }

    private void typesInside(XsdWriter out, String attribute, SimpleType type) {
        StringBuilder names = new StringBuilder();
        for (TypeUse use : type.of()) {
            if (use instanceof TypeName name) {
                names.append(names.length() == 0 ? "" : " ").append(out.reference(name.name()));
            }
        }
        if (names.length() > 0) {
            out.attribute(attribute, names.toString());
        }
        type.of().forEach(use -> typeDefinition(out, use));
    }

    private void complex(XsdWriter out, ComplexType type) {
        out.attribute("abstract", type.isAbstract()).attribute("mixed", type.mixed());
        boolean plain = type.base().name().equals(BuiltIn.ANY_TYPE)
                && type.derivation() == ComplexType.Derivation.RESTRICTION
                && !type.simpleContent();
        if (!plain) {
            out.open(type.simpleContent() ? "simpleContent" : "complexContent");
            out.open(type.derivation() == ComplexType.Derivation.EXTENSION ? "extension" : "restriction")
                    .attribute("base", out.reference(type.base().name()));
        }
        if (type.text() != null) {
            type(out, type.text(), null);
        }
        if (type.particle() != null) {
            particle(out, type.particle());
        }
        attributes(out, type.attributes());
        if (!plain) {
            out.close();
            out.close();
        }
    }

    private void particle(XsdWriter out, Particle particle) {
        if (particle instanceof Particle.Local local) {
            out.open("element").occurs(local);
            element(out, local.declaration(), false);
        } else if (particle instanceof Particle.Reference reference) {
            out.open("element").occurs(reference).attribute("ref", out.reference(reference.name()));
            out.close();
        } else if (particle instanceof Particle.GroupName name) {
            out.open("group").occurs(name).attribute("ref", out.reference(name.name()));
            out.close();
        } else if (particle instanceof Particle.Wildcard wildcard) {
            out.open("any").occurs(wildcard).attribute("processContents", "lax").close();
        } else if (particle instanceof Particle.Group group) {
            out.open(group.compositor().name().toLowerCase(Locale.ROOT)).occurs(group);
            group.particles().forEach(inner -> particle(out, inner));
            out.close();
        }
    }

    private void attributes(XsdWriter out, Attributes attributes) {
        attributes.uses().forEach(use -> use(out, use));
        for (Attributes.GroupName group : attributes.groups()) {
            out.open("attributeGroup").attribute("ref", out.reference(group.name()));
            out.close();
        }
        if (attributes.any()) {
            out.open("anyAttribute").attribute("processContents", "lax").close();
        }
    }

    private void use(XsdWriter out, Attributes.Use use) {
        out.open("attribute");
        if (use instanceof Attributes.Reference reference) {
            out.attribute("ref", out.reference(reference.name()));
            useAttribute(out, reference.required(), reference.prohibited());
        } else if (use instanceof Attributes.Local local) {
            AttributeDeclaration attribute = local.declaration();
            attribute(out, attribute);
            if (!attribute.name().getNamespaceURI().isEmpty()) {
                out.attribute("form", "qualified");
            }
            useAttribute(out, local.required(), local.prohibited());
            typeDefinition(out, attribute.type());
        }
        out.close();
    }

    private static void useAttribute(XsdWriter out, boolean required, boolean prohibited) {
        if (required || prohibited) {
            out.attribute("use", prohibited ? "prohibited" : "required");
        }
    }
}
