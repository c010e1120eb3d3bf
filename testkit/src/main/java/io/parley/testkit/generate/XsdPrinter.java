package io.parley.testkit.generate;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes one document of a schema as text. */
final class XsdPrinter {
    private final DocumentDef document;
    private final Map<String, String> prefixes;
    private final StringBuilder out = new StringBuilder();
    private int depth;

    private XsdPrinter(DocumentDef document, Map<String, String> prefixes) {
        this.document = document;
        this.prefixes = prefixes;
    }

    /**
     * Returns the text of a document.
     *
     * @param prefixes the prefix of each namespace
     */
    static String print(DocumentDef document, Map<String, String> prefixes) {
        XsdPrinter printer = new XsdPrinter(document, prefixes);
        printer.schema();
        return printer.out.toString();
    }

    private void schema() {
        StringBuilder attributes = new StringBuilder(" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"");
        prefixes.forEach((namespace, prefix) -> attributes.append(attribute("xmlns:" + prefix, namespace)));
        if (!document.isChameleon()) {
            attributes.append(attribute("targetNamespace", document.namespace()));
        }
        attributes.append(attribute("elementFormDefault", document.areElementsQualified() ? "qualified" : ""));
        attributes.append(attribute("attributeFormDefault", document.areAttributesQualified() ? "qualified" : ""));
        open("schema", attributes);
        for (DocumentDef included : document.includes()) {
            empty("include", attribute("schemaLocation", included.file()));
        }
        for (DocumentDef imported : document.imports()) {
            empty(
                    "import",
                    attribute("namespace", imported.namespace()) + attribute("schemaLocation", imported.file()));
        }
        document.notations().forEach(name -> empty("notation", attribute("name", name) + attribute("public", name)));
        document.simpleTypes().forEach(this::simple);
        document.complexTypes().forEach(this::complex);
        document.elements().forEach(element -> element(element, "", true));
        document.attributes().forEach(attribute -> declaration(attribute, "", true));
        for (AttributeDef.Group group : document.attributeGroups()) {
            open("attributeGroup", attribute("name", group.name().getLocalPart()));
            group.uses().forEach(this::use);
            close("attributeGroup");
        }
        for (ParticleDef.Named group : document.groups()) {
            open("group", attribute("name", group.name().getLocalPart()));
            particle(group.group());
            close("group");
        }
        close("schema");
    }

    private void simple(SimpleDef type) {
        open("simpleType", name(type));
        if (type instanceof SimpleDef.Restriction restriction) {
            restriction(restriction, "");
        } else if (type instanceof SimpleDef.ListOf list) {
            around("list", "itemType", List.of(list.item()));
        } else if (type instanceof SimpleDef.Union union) {
            around("union", "memberTypes", union.members());
        }
        close("simpleType");
    }

    /** Writes a restriction; that of simple content declares its base itself. */
    private void restriction(SimpleDef.Restriction restriction, String base) {
        String reference = base.isEmpty() ? reference(restriction.base()) : base;
        open("restriction", attribute("base", reference));
        if (reference.isEmpty()) {
            simple(restriction.base());
        }
        for (SimpleDef.Facet facet : restriction.facets()) {
            empty(facet.name(), attribute("value", facet.value()));
        }
        if (base.isEmpty()) {
            close("restriction");
        }
    }

    private void around(String element, String attribute, List<SimpleDef> types) {
        StringJoiner named = new StringJoiner(" ");
        types.stream().map(this::reference).filter(name -> !name.isEmpty()).forEach(named::add);
        open(element, attribute(attribute, named.toString()));
        types.stream().filter(type -> reference(type).isEmpty()).forEach(this::simple);
        close(element);
    }

    private void complex(ComplexDef type) {
        open(
                "complexType",
                name(type)
                        + attribute("abstract", type.isAbstract() ? "true" : "")
                        + attribute("mixed", type.isMixed() ? "true" : ""));
        SimpleDef text = type.effectiveText();
        String wrapper = text != null ? "simpleContent" : type.base() != null ? "complexContent" : "";
        if (wrapper.isEmpty()) {
            body(type);
        } else {
            open(wrapper, "");
            derivation(type, text);
            close(wrapper);
        }
        close("complexType");
    }

    private void derivation(ComplexDef type, @Nullable SimpleDef text) {
        boolean restricts = type.derivation() == ComplexDef.Derivation.RESTRICTION;
        String base = type.base() != null ? reference(type.base()) : text == null ? "" : reference(text);
        if (restricts && type.text() instanceof SimpleDef.Restriction facets) {
            restriction(facets, base);
        } else {
            open(restricts ? "restriction" : "extension", attribute("base", base));
        }
        body(type);
        close(restricts ? "restriction" : "extension");
    }

    private void body(ComplexDef type) {
        if (type.content() != null) {
            particle(type.content());
        }
        type.attributes().forEach(this::use);
        for (AttributeDef.Group group : type.attributeGroups()) {
            empty("attributeGroup", attribute("ref", reference(group.name())));
        }
        if (type.hasAnyAttribute()) {
            empty("anyAttribute", attribute("namespace", "##other") + attribute("processContents", "lax"));
        }
    }

    private void particle(ParticleDef particle) {
        String occurs = (particle.min() == 1 ? "" : attribute("minOccurs", String.valueOf(particle.min())))
                + (particle.max() == 1 ? "" : attribute("maxOccurs", max(particle)));
        if (particle instanceof ParticleDef.Local local) {
            element(local.element(), occurs, false);
        } else if (particle instanceof ParticleDef.Reference reference) {
            empty("element", attribute("ref", reference(reference.element().name())) + occurs);
        } else if (particle instanceof ParticleDef.Group group) {
            open(group.compositor(), occurs);
            group.particles().forEach(this::particle);
            close(group.compositor());
        } else if (particle instanceof ParticleDef.GroupUse use) {
            empty("group", attribute("ref", reference(use.group().name())) + occurs);
        } else if (particle instanceof ParticleDef.Any any) {
            empty(
                    "any",
                    attribute("namespace", any.namespace())
                            + attribute("processContents", any.processContents())
                            + occurs);
        }
    }

    private static String max(ParticleDef particle) {
        return particle.max() == ParticleDef.UNBOUNDED ? "unbounded" : String.valueOf(particle.max());
    }

    private void element(ElementDef element, String occurs, boolean global) {
        ElementDef head = element.head();
        String type = element.hasTypeOfHead() ? "" : reference(element.type());
        String attributes = attribute("name", element.name().getLocalPart())
                + attribute("type", type)
                + (global ? "" : attribute("form", element.form()))
                + attribute("nillable", element.isNillable() ? "true" : "")
                + attribute("abstract", element.isAbstract() ? "true" : "")
                + (head == null ? "" : attribute("substitutionGroup", reference(head.name())))
                + constraint(element.constraint())
                + occurs;
        if (!type.isEmpty() || element.hasTypeOfHead()) {
            empty("element", attributes);
        } else {
            open("element", attributes);
            anonymous(element.type());
            close("element");
        }
    }

    private void anonymous(TypeDef type) {
        if (type instanceof SimpleDef simple) {
            simple(simple);
        } else if (type instanceof ComplexDef complex) {
            complex(complex);
        }
    }

    private void use(AttributeDef.Use use) {
        String rest = attribute("use", use.use()) + constraint(use.constraint());
        if (use.isReference()) {
            empty("attribute", attribute("ref", reference(use.attribute().name())) + rest);
        } else {
            declaration(use.attribute(), rest, false);
        }
    }

    private void declaration(AttributeDef attribute, String rest, boolean global) {
        String type = reference(attribute.type());
        String attributes = attribute("name", attribute.name().getLocalPart())
                + attribute("type", type)
                + (global ? "" : attribute("form", attribute.form()))
                + rest;
        if (!type.isEmpty()) {
            empty("attribute", attributes);
        } else {
            open("attribute", attributes);
            simple(attribute.type());
            close("attribute");
        }
    }

    private static String constraint(ValueConstraint constraint) {
        return constraint.kind().isEmpty() ? "" : " " + constraint.kind() + "=\"" + escaped(constraint.value()) + "\"";
    }

    private static String name(TypeDef type) {
        QName name = type.name();
        return name == null ? "" : attribute("name", name.getLocalPart());
    }

    /** Returns a reference to a type, or empty if it is anonymous. */
    private String reference(TypeDef type) {
        if (type instanceof SimpleDef.BuiltIn builtIn) {
            return "xs:" + builtIn.local();
        } else if (type instanceof TypeDef.Open open) {
            return "xs:" + open.local();
        }
        QName name = type.name();
        return name == null ? "" : reference(name);
    }

    private String reference(QName name) {
        if (name.getNamespaceURI().equals("http://www.w3.org/XML/1998/namespace")) {
            return "xml:" + name.getLocalPart();
        }
        boolean own = document.isChameleon() && name.getNamespaceURI().equals(document.namespace());
        String prefix = own ? "" : prefixes.getOrDefault(name.getNamespaceURI(), "");
        return prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart();
    }

    private void open(String element, CharSequence attributes) {
        line("<xs:" + element + attributes + ">");
        depth++;
    }

    private void close(String element) {
        depth--;
        line("</xs:" + element + ">");
    }

    private void empty(String element, String attributes) {
        line("<xs:" + element + attributes + "/>");
    }

    private void line(String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    /** Returns an attribute, or empty if its value is empty. */
    private static String attribute(String name, String value) {
        return value.isEmpty() ? "" : " " + name + "=\"" + escaped(value) + "\"";
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
