package io.parley.examples.instances;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchema;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexContentExtension;
import org.apache.ws.commons.schema.XmlSchemaComplexContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContent;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaFacet;
import org.apache.ws.commons.schema.XmlSchemaGroup;
import org.apache.ws.commons.schema.XmlSchemaGroupParticle;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentExtension;
import org.apache.ws.commons.schema.XmlSchemaSimpleContentRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeList;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeRestriction;
import org.apache.ws.commons.schema.XmlSchemaSimpleTypeUnion;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.jspecify.annotations.Nullable;

/** Schemas of a contract for the generator: resolved references, derivations and substitutions. Immutable. */
final class SchemaView {
    static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    static final QName ANY_TYPE = new QName(XSD, "anyType");
    private static final int MAX_STEPS = 60;

    private final XmlSchemaCollection schemas;
    private final Map<QName, List<XmlSchemaElement>> substitutes = new LinkedHashMap<>();
    private final Map<QName, List<XmlSchemaType>> derived = new LinkedHashMap<>();
    private final List<XmlSchemaElement> globals = new ArrayList<>();

    SchemaView(XmlSchemaCollection schemas) {
        this.schemas = schemas;
        for (XmlSchema schema : schemas.getXmlSchemas()) {
            if (!XSD.equals(schema.getTargetNamespace())) {
                schema.getElements().values().forEach(this::add);
                schema.getSchemaTypes().values().forEach(this::add);
            }
        }
    }

    private void add(XmlSchemaElement element) {
        globals.add(element);
        if (element.getSubstitutionGroup() != null) {
            substitutes
                    .computeIfAbsent(element.getSubstitutionGroup(), any -> new ArrayList<>())
                    .add(element);
        }
    }

    private void add(XmlSchemaType type) {
        QName base = base(type);
        if (base != null) {
            derived.computeIfAbsent(base, any -> new ArrayList<>()).add(type);
        }
    }

    private static @Nullable QName base(XmlSchemaType type) {
        if (type instanceof XmlSchemaComplexType complex) {
            return complex.getBaseSchemaTypeName();
        }
        return type instanceof XmlSchemaSimpleType simple
                        && simple.getContent() instanceof XmlSchemaSimpleTypeRestriction restriction
                ? restriction.getBaseTypeName()
                : null;
    }

    /** Returns the global elements that are not abstract. */
    List<XmlSchemaElement> globals() {
        return globals.stream().filter(element -> !element.isAbstract()).toList();
    }

    Optional<XmlSchemaElement> element(QName name) {
        return Optional.ofNullable(schemas.getElementByQName(name));
    }

    /** Returns the element and all its substitutes that are not abstract. */
    List<XmlSchemaElement> candidates(XmlSchemaElement element) {
        List<XmlSchemaElement> all = new ArrayList<>();
        addCandidates(element, all, 0);
        return all;
    }

    private void addCandidates(XmlSchemaElement element, List<XmlSchemaElement> all, int step) {
        if (!element.isAbstract()) {
            all.add(element);
        }
        if (step < MAX_STEPS) {
            substitutes
                    .getOrDefault(element.getQName(), List.of())
                    .forEach(other -> addCandidates(other, all, step + 1));
        }
    }

    /** Returns the type and all types derived from it that are not abstract. */
    List<XmlSchemaType> candidates(XmlSchemaType type) {
        List<XmlSchemaType> all = new ArrayList<>();
        addCandidates(type, all, 0);
        return all;
    }

    private void addCandidates(XmlSchemaType type, List<XmlSchemaType> all, int step) {
        if (!(type instanceof XmlSchemaComplexType complex && complex.isAbstract())) {
            all.add(type);
        }
        if (type.getQName() != null && !XSD.equals(type.getQName().getNamespaceURI()) && step < MAX_STEPS) {
            derived.getOrDefault(type.getQName(), List.of()).forEach(other -> addCandidates(other, all, step + 1));
        }
    }

    /** Returns the named complex types that are not abstract. */
    List<XmlSchemaType> namedTypes() {
        return derived.values().stream()
                .flatMap(List::stream)
                .filter(type -> type instanceof XmlSchemaComplexType complex && !complex.isAbstract())
                .toList();
    }

    /** Returns the type of an element; null for {@code xs:anyType}. */
    @Nullable
    XmlSchemaType type(XmlSchemaElement element) {
        if (element.getSchemaType() != null) {
            return isAny(element.getSchemaType()) ? null : element.getSchemaType();
        }
        if (element.getSchemaTypeName() != null) {
            return type(element.getSchemaTypeName());
        }
        return element.getSubstitutionGroup() == null
                ? null
                : element(element.getSubstitutionGroup()).map(this::type).orElse(null);
    }

    /** Returns the type of that name; null for {@code xs:anyType}. */
    @Nullable
    XmlSchemaType type(QName name) {
        if (name.equals(ANY_TYPE)) {
            return null;
        }
        XmlSchemaType type = schemas.getTypeByQName(name);
        if (type == null) {
            throw new InstanceException("the schema has no type " + name);
        }
        return type;
    }

    private static boolean isAny(XmlSchemaType type) {
        return ANY_TYPE.equals(type.getQName());
    }

    XmlSchemaGroupParticle group(XmlSchemaGroupRef reference) {
        if (reference.getParticle() != null) {
            return reference.getParticle();
        }
        XmlSchemaGroup group = schemas.getGroupByQName(reference.getRefName());
        if (group == null || group.getParticle() == null) {
            throw new InstanceException("the schema has no group " + reference.getRefName());
        }
        return group.getParticle();
    }

    /** Returns the inherited particles of a type, followed by its own. */
    List<XmlSchemaParticle> particles(XmlSchemaComplexType type) {
        List<XmlSchemaParticle> all = new ArrayList<>();
        addParticles(type, all, 0);
        return all;
    }

    private void addParticles(XmlSchemaComplexType type, List<XmlSchemaParticle> all, int step) {
        XmlSchemaContent content = content(type);
        if (content instanceof XmlSchemaComplexContentExtension extension) {
            complex(extension.getBaseTypeName(), step).ifPresent(base -> addParticles(base, all, step + 1));
            add(extension.getParticle(), all);
        } else if (content instanceof XmlSchemaComplexContentRestriction restriction) {
            add(restriction.getParticle(), all);
        } else if (content == null) {
            add(type.getParticle(), all);
        }
    }

    private static void add(@Nullable XmlSchemaParticle particle, List<XmlSchemaParticle> all) {
        if (particle != null) {
            all.add(particle);
        }
    }

    static @Nullable XmlSchemaContent content(XmlSchemaComplexType type) {
        return type.getContentModel() == null ? null : type.getContentModel().getContent();
    }

    /** Returns the complex type of that name; empty if it is built in or simple. */
    Optional<XmlSchemaComplexType> complex(QName name, int step) {
        if (step > MAX_STEPS) {
            throw new InstanceException("the type " + name + " is derived from itself");
        }
        return !XSD.equals(name.getNamespaceURI()) && type(name) instanceof XmlSchemaComplexType base
                ? Optional.of(base)
                : Optional.empty();
    }

    /** Returns whether a type, or one that it extends, has mixed content. */
    boolean isMixed(XmlSchemaComplexType type) {
        return type.isMixed()
                || (content(type) instanceof XmlSchemaComplexContentExtension extension
                        && complex(extension.getBaseTypeName(), 0)
                                .map(XmlSchemaComplexType::isMixed)
                                .orElse(false));
    }

    /** Returns the simple type of a complex type's text; empty if it has element content or none. */
    Optional<Simple> text(XmlSchemaComplexType type) {
        XmlSchemaContent content = content(type);
        if (content instanceof XmlSchemaSimpleContentExtension extension) {
            return Optional.of(base(extension.getBaseTypeName()));
        }
        if (content instanceof XmlSchemaSimpleContentRestriction restriction) {
            Simple base = restriction.getBaseType() == null
                    ? base(restriction.getBaseTypeName())
                    : simple(restriction.getBaseType());
            return Optional.of(restricted(base, restriction.getFacets(), type));
        }
        return Optional.empty();
    }

    private Simple base(QName name) {
        if (XSD.equals(name.getNamespaceURI())) {
            return Simple.builtIn(name.getLocalPart());
        }
        XmlSchemaType type = type(name);
        return type instanceof XmlSchemaComplexType complex
                ? text(complex).orElseThrow(() -> new InstanceException("the type " + name + " has no text"))
                : simple((XmlSchemaSimpleType) type);
    }

    private static Simple restricted(Simple base, List<XmlSchemaFacet> facets, XmlSchemaType at) {
        Facets restricted = base.facets().restricted(facets);
        boolean hasNames =
                base.isName() && !restricted.enumerations().equals(base.facets().enumerations());
        return base.with(hasNames ? restricted.withNames(at.getParent().getNamespaceContext()) : restricted);
    }

    Simple simple(QName name) {
        return XSD.equals(name.getNamespaceURI())
                ? Simple.builtIn(name.getLocalPart())
                : simple((XmlSchemaSimpleType) type(name));
    }

    Simple simple(@Nullable XmlSchemaSimpleType type) {
        if (type == null) {
            return Simple.builtIn("string");
        }
        if (type.getQName() != null && XSD.equals(type.getQName().getNamespaceURI())) {
            return Simple.builtIn(type.getQName().getLocalPart());
        }
        if (type.getContent() instanceof XmlSchemaSimpleTypeRestriction restriction) {
            Simple base = restriction.getBaseType() == null
                    ? simple(restriction.getBaseTypeName())
                    : simple(restriction.getBaseType());
            return restricted(base, restriction.getFacets(), type);
        }
        if (type.getContent() instanceof XmlSchemaSimpleTypeList list) {
            return Simple.list(
                    list.getItemType() == null ? simple(list.getItemTypeName()) : simple(list.getItemType()));
        }
        if (type.getContent() instanceof XmlSchemaSimpleTypeUnion union) {
            List<Simple> members = new ArrayList<>();
            if (union.getMemberTypesQNames() != null) {
                for (QName member : union.getMemberTypesQNames()) {
                    members.add(simple(member));
                }
            }
            union.getBaseTypes().forEach(member -> members.add(simple(member)));
            return Simple.union(members);
        }
        return Simple.builtIn("string");
    }
}
