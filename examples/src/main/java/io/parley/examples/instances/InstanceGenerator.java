package io.parley.examples.instances;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.ws.commons.schema.XmlSchemaAll;
import org.apache.ws.commons.schema.XmlSchemaAny;
import org.apache.ws.commons.schema.XmlSchemaAnyAttribute;
import org.apache.ws.commons.schema.XmlSchemaAttribute;
import org.apache.ws.commons.schema.XmlSchemaChoice;
import org.apache.ws.commons.schema.XmlSchemaCollection;
import org.apache.ws.commons.schema.XmlSchemaComplexType;
import org.apache.ws.commons.schema.XmlSchemaContentProcessing;
import org.apache.ws.commons.schema.XmlSchemaElement;
import org.apache.ws.commons.schema.XmlSchemaGroupRef;
import org.apache.ws.commons.schema.XmlSchemaParticle;
import org.apache.ws.commons.schema.XmlSchemaSequence;
import org.apache.ws.commons.schema.XmlSchemaSimpleType;
import org.apache.ws.commons.schema.XmlSchemaType;
import org.apache.ws.commons.schema.XmlSchemaUse;
import org.jspecify.annotations.Nullable;

/** Generator of random elements that are valid against a schema; equal seeds give equal elements. */
public final class InstanceGenerator {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final QName XSI_TYPE = new QName(XSI, "type");
    private static final QName XSI_NIL = new QName(XSI, "nil");
    private static final String FOREIGN = "urn:foreign:content";
    private static final List<String> ANY_SIMPLE =
            List.of("string", "int", "double", "boolean", "dateTime", "decimal", "base64Binary", "long");

    /** Depth from which only mandatory content is generated; likewise {@link #MANY} elements. */
    private static final int DEEP = 7;

    private static final int MANY = 250;

    /** Depth at which a schema counts as infinitely recursive. */
    private static final int DEEPEST = 60;

    private static final int MAX_OPTIONAL = 3;

    private final SchemaView schemas;
    private final Chance chance;
    private final SimpleValues values;
    private InstanceWriter out = new InstanceWriter();

    /**
     * Creates a generator.
     *
     * @param schemas schemas of the instances
     * @param seed seed of the random choices
     */
    public InstanceGenerator(XmlSchemaCollection schemas, long seed) {
        this.schemas = new SchemaView(schemas);
        this.chance = new Chance(seed);
        this.values = new SimpleValues(chance);
    }

    /**
     * Generates a global element.
     *
     * @throws InstanceException if the schema does not declare it, or it has no finite instance
     */
    public String element(QName name) {
        out = new InstanceWriter();
        values.begin();
        XmlSchemaElement declared =
                schemas.element(name).orElseThrow(() -> new InstanceException("the schema has no element " + name));
        // The element of a part has no substitutes.
        element(declared, declared);
        return out.finished();
    }

    /** Generates an element of a named type, like a part of an rpc message. */
    public String typed(QName name, QName type) {
        out = new InstanceWriter();
        values.begin();
        out.start(name);
        content(schemas.type(type));
        out.end();
        return out.finished();
    }

    private void element(XmlSchemaElement declared) {
        List<XmlSchemaElement> candidates = declared.isTopLevel() ? schemas.candidates(declared) : List.of(declared);
        if (candidates.isEmpty()) {
            throw new InstanceException("the element " + declared.getQName() + " is abstract and has no substitute");
        }
        element(isSparse() ? candidates.get(0) : chance.of(candidates), declared);
    }

    private void element(XmlSchemaElement element, XmlSchemaElement declared) {
        if (out.depth() > DEEPEST) {
            throw new InstanceException("the element " + declared.getName() + " needs itself without end");
        }
        out.start(element.isTopLevel() ? element.getQName() : element.getWireName());
        XmlSchemaType type = schemas.type(element);
        boolean isAbstract = type instanceof XmlSchemaComplexType complex && complex.isAbstract();
        if (element.isNillable() && !isAbstract && chance.oneIn(6)) {
            out.attribute(XSI_NIL, "true");
            declaredAttributes(type);
        } else if (element.getFixedValue() != null) {
            declaredAttributes(type);
            out.text(element.getFixedValue());
        } else {
            content(type);
        }
        out.end();
    }

    private void declaredAttributes(@Nullable XmlSchemaType type) {
        if (type instanceof XmlSchemaComplexType complex) {
            attributes(complex);
        }
    }

    private boolean isSparse() {
        return out.depth() >= DEEP || out.elements() >= MANY;
    }

    /** Generates the content of a type, or of one derived from it. */
    private void content(@Nullable XmlSchemaType type) {
        if (type == null) {
            anyType();
            return;
        }
        XmlSchemaType chosen = type;
        // JAXB generates no classes for derived simple types and does not know their names.
        if (type instanceof XmlSchemaComplexType && type.getQName() != null) {
            List<XmlSchemaType> candidates = schemas.candidates(type);
            if (candidates.isEmpty()) {
                throw new InstanceException(
                        "the type " + type.getQName() + " is abstract, and none is derived from it");
            }
            boolean isOther = !candidates.contains(type) || (!isSparse() && chance.oneIn(3));
            chosen = isOther ? chance.of(candidates) : type;
            if (!chosen.equals(type) && chosen.getQName() != null) {
                out.attribute(XSI_TYPE, out.qualified(chosen.getQName()));
            }
        }
        if (chosen instanceof XmlSchemaComplexType complex) {
            complex(complex);
        } else {
            out.text(values.of(schemas.simple((XmlSchemaSimpleType) chosen), out::qualified));
        }
    }

    private void anyType() {
        List<XmlSchemaType> types = schemas.namedTypes();
        switch (isSparse() ? 0 : chance.below(types.isEmpty() ? 3 : 4)) {
            case 0 -> {
                QName simple = new QName(SchemaView.XSD, chance.of(ANY_SIMPLE));
                out.attribute(XSI_TYPE, out.qualified(simple));
                out.text(values.of(schemas.simple(simple), out::qualified));
            }
            case 1 -> out.text("free text " + chance.below(100));
            case 2 -> foreign();
            default -> {
                XmlSchemaComplexType complex = (XmlSchemaComplexType) chance.of(types);
                out.attribute(XSI_TYPE, out.qualified(complex.getQName()));
                complex(complex);
            }
        }
    }

    private void complex(XmlSchemaComplexType type) {
        attributes(type);
        var text = schemas.text(type);
        if (text.isPresent()) {
            out.text(values.of(text.get(), out::qualified));
            return;
        }
        boolean mixed = schemas.isMixed(type);
        if (mixed) {
            out.text(chance.of("mixed ", "", "ü "));
        }
        for (XmlSchemaParticle particle : schemas.particles(type)) {
            particle(particle);
            if (mixed) {
                out.text(chance.of("", " & so on ", "\n"));
            }
        }
    }

    private void attributes(XmlSchemaComplexType type) {
        AttributeUses uses = AttributeUses.of(type, schemas);
        for (Map.Entry<QName, XmlSchemaAttribute> each : uses.all().entrySet()) {
            XmlSchemaAttribute use = each.getValue();
            if (use.getUse() == XmlSchemaUse.REQUIRED || (!isSparse() && !chance.oneIn(3))) {
                attribute(each.getKey(), use);
            }
        }
        XmlSchemaAnyAttribute wildcard = uses.wildcard();
        if (wildcard != null
                && wildcard.getProcessContent() != XmlSchemaContentProcessing.STRICT
                && allowsForeign(wildcard.getNamespace())
                && chance.oneIn(3)) {
            out.attribute(new QName(FOREIGN, "extra"), "v" + chance.below(9));
        }
    }

    private void attribute(QName name, XmlSchemaAttribute use) {
        XmlSchemaAttribute declared = use.isRef() ? use.getRef().getTarget() : use;
        if (declared == null) {
            if (name.getNamespaceURI().equals(XMLConstants.XML_NS_URI)
                    && name.getLocalPart().equals("lang")) {
                out.attribute(name, "en");
            }
            return;
        }
        String fixed = use.getFixedValue() == null ? declared.getFixedValue() : use.getFixedValue();
        if (fixed != null) {
            out.attribute(name, fixed);
            return;
        }
        Simple type = declared.getSchemaType() == null && declared.getSchemaTypeName() != null
                ? schemas.simple(declared.getSchemaTypeName())
                : schemas.simple(declared.getSchemaType());
        if (use.getUse() != XmlSchemaUse.REQUIRED && !values.canMake(type)) {
            return;
        }
        // StAX writers do not escape tabs in attributes, which parsers normalize to spaces.
        out.attribute(name, values.of(type, out::qualified).replace('\t', ' '));
    }

    private void particle(XmlSchemaParticle particle) {
        for (int times = occurrences(particle); times > 0; times--) {
            once(particle);
        }
    }

    private int occurrences(XmlSchemaParticle particle) {
        long min = particle.getMinOccurs();
        long more = Math.min(MAX_OPTIONAL, particle.getMaxOccurs() - min);
        if (more <= 0 || isSparse() || !canMake(particle)) {
            return (int) min;
        }
        // Optional single content is generated more often than not.
        return (int) (min + (more == 1 ? (chance.oneIn(3) ? 0 : 1) : chance.below((int) more + 1)));
    }

    /**
     * Returns whether an element can be generated now: not if its type is abstract without derivations, or refers to a
     * missing ID.
     */
    private boolean canMake(XmlSchemaParticle particle) {
        if (!(particle instanceof XmlSchemaElement element)) {
            return true;
        }
        XmlSchemaElement declared = element.isRef() ? element.getRef().getTarget() : element;
        if (declared == null || schemas.candidates(declared).isEmpty()) {
            return false;
        }
        XmlSchemaType type = schemas.type(declared);
        return type instanceof XmlSchemaSimpleType simple
                ? values.canMake(schemas.simple(simple))
                : type == null
                        || type.getQName() == null
                        || !schemas.candidates(type).isEmpty();
    }

    private void once(XmlSchemaParticle particle) {
        if (particle instanceof XmlSchemaElement element) {
            XmlSchemaElement declared = element.isRef() ? element.getRef().getTarget() : element;
            if (declared == null) {
                throw new InstanceException("the schema has no element " + element.getTargetQName());
            }
            element(declared);
        } else if (particle instanceof XmlSchemaSequence sequence) {
            sequence.getItems().forEach(item -> particle((XmlSchemaParticle) item));
        } else if (particle instanceof XmlSchemaAll all) {
            all.getItems().forEach(item -> particle((XmlSchemaParticle) item));
        } else if (particle instanceof XmlSchemaChoice choice) {
            choice(choice);
        } else if (particle instanceof XmlSchemaGroupRef reference) {
            once(schemas.group(reference));
        } else if (particle instanceof XmlSchemaAny any) {
            any(any);
        }
    }

    private void choice(XmlSchemaChoice choice) {
        List<XmlSchemaParticle> all = new ArrayList<>();
        choice.getItems().forEach(item -> all.add((XmlSchemaParticle) item));
        if (all.isEmpty()) {
            return;
        }
        if (isSparse()) {
            Heights heights = new Heights(schemas);
            all.sort((one, other) -> Integer.compare(heights.of(one), heights.of(other)));
            particle(all.get(0));
        } else {
            particle(chance.of(all));
        }
    }

    private void any(XmlSchemaAny any) {
        if (any.getProcessContent() == XmlSchemaContentProcessing.SKIP) {
            if (allowsForeign(any.getNamespace())) {
                foreign();
            }
            return;
        }
        List<XmlSchemaElement> known = schemas.globals().stream()
                .filter(element -> allows(any, element.getQName().getNamespaceURI()))
                .toList();
        boolean strict = any.getProcessContent() != XmlSchemaContentProcessing.LAX;
        if (!known.isEmpty() && (strict || !allowsForeign(any.getNamespace()) || chance.oneIn(2)) && !isSparse()) {
            XmlSchemaElement element = chance.of(known);
            element(element, element);
        } else if (!strict && allowsForeign(any.getNamespace())) {
            foreign();
        } else if (any.getMinOccurs() > 0 && !known.isEmpty()) {
            element(known.get(0), known.get(0));
        }
    }

    private static boolean allowsForeign(@Nullable String namespaces) {
        return namespaces == null || Set.of("", "##any", "##other").contains(namespaces.toLowerCase(Locale.ROOT));
    }

    private static boolean allows(XmlSchemaAny any, String namespace) {
        String allowed = any.getNamespace() == null ? "##any" : any.getNamespace();
        String target = any.getTargetNamespace() == null ? "" : any.getTargetNamespace();
        return switch (allowed) {
            case "", "##any" -> true;
            case "##other" -> !namespace.equals(target) && !namespace.isEmpty();
            default ->
                List.of(allowed.strip()
                                .replace("##targetNamespace", target)
                                .replace("##local", "")
                                .split("\\s+", -1))
                        .contains(namespace);
        };
    }

    private void foreign() {
        out.start(new QName(FOREIGN, "any" + chance.below(4)));
        out.attribute(new QName("at"), "v" + chance.below(9));
        out.start(new QName(FOREIGN, "in"));
        out.text("x < " + chance.below(9));
        out.end();
        if (chance.oneIn(2)) {
            out.start(new QName("plain"));
            out.end();
        }
        out.end();
    }
}
