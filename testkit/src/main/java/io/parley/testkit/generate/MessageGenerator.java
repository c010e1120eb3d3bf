package io.parley.testkit.generate;

import io.parley.schema.SafeXml;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Generates random messages that a {@link RandomSchema} allows, of about a hundred elements: absent, nil, empty,
 * extreme and common values, substitutes of elements and types, and any content where the schema permits it. The same
 * seed gives the same message.
 */
public final class MessageGenerator {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final int ELEMENTS = 120;
    private static final int DEPTH = 9;

    private final RandomSchema schema;
    private final Random random;
    private final Coverage coverage = new Coverage();
    private final Document document = SafeXml.emptyDocument();
    private final OpenContent openContent;
    private final Notes notes = new Notes();
    private final SimpleContent simple;
    private int remaining = ELEMENTS;
    private int prefix;

    private MessageGenerator(RandomSchema schema, long seed) {
        this.schema = schema;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.simple = new SimpleContent(schema, random, coverage, notes);
        this.openContent = new OpenContent(random, coverage, document, schema);
    }

    /** Returns a message with the schema's root element. */
    public static RandomMessage generate(RandomSchema schema, long seed) {
        return new MessageGenerator(schema, seed).message(schema.rootElement());
    }

    /** Returns a message for one of the schema's parts, by its index in {@link RandomSchema#parts}. */
    public static RandomMessage ofPart(RandomSchema schema, int part, long seed) {
        return new MessageGenerator(schema, seed).message(schema.part(part));
    }

    private RandomMessage message(ElementDef root) {
        element(root, document, 0, true);
        simple.settle(document.getDocumentElement());
        return new RandomMessage(document, notes, coverage);
    }

    private void element(ElementDef declared, Node parent, int depth, boolean single) {
        remaining--;
        Element element = start(declared.name(), parent);
        coverage.addAll(declared.constructs());
        if (declared.isNillable()
                && random.nextInt(4) == 0
                && !declared.constraint().isFixed()) {
            nil(declared, element, depth, single);
        } else if (declared.type() instanceof SimpleDef type) {
            noteNillable(
                    declared,
                    simple.element(element, type, declared.constraint()).isEmpty());
        } else if (declared.type() instanceof ComplexDef complex) {
            complex(element, actual(complex, element), depth);
            noteNillable(declared, !element.hasChildNodes());
        } else {
            notes.open(element);
            open(element, declared.type(), depth);
        }
    }

    private void open(Element element, TypeDef declared, int depth) {
        boolean complex = declared.equals(TypeDef.Open.ANY_TYPE) && random.nextInt(3) == 0 && remaining > 0;
        if (complex && schema.part(0).type() instanceof ComplexDef type && type.name() != null) {
            coverage.add(Construct.ANY_TYPE_WITH_COMPLEX_VALUE);
            element.setAttributeNS(XSI, "xsi:type", simple.prefixed(type.name()));
            complex(element, type, depth);
        } else {
            openContent.fill(element, declared);
        }
    }

    private void noteNillable(ElementDef declared, boolean empty) {
        if (declared.isNillable()) {
            coverage.add(empty ? Construct.NILLABLE_EMPTY : Construct.NILLABLE_VALUE);
        }
    }

    private void nil(ElementDef declared, Element element, int depth, boolean single) {
        element.setAttributeNS(XSI, "xsi:nil", random.nextBoolean() ? "true" : "1");
        coverage.add(Construct.NILLABLE_NIL);
        if (depth == 0) {
            coverage.add(Construct.NIL_ROOT);
        } else if (!single) {
            coverage.add(Construct.NIL_IN_A_LIST);
        }
        if (declared.type() instanceof ComplexDef complex) {
            ComplexDef type = complex.isAbstract() ? actual(complex, element) : complex;
            int before = element.getAttributes().getLength();
            simple.attributes(element, type);
            if (element.getAttributes().getLength() > before) {
                coverage.add(Construct.NIL_WITH_ATTRIBUTES);
            }
            if (type.isMixed()) {
                notes.open(element);
            }
        } else if (declared.type() instanceof TypeDef.Open) {
            notes.open(element);
        }
    }

    /** Returns the type of an element: the declared one, or another that it declares by {@code xsi:type}. */
    private ComplexDef actual(ComplexDef declared, Element element) {
        List<ComplexDef> candidates = new ArrayList<>();
        candidates(declared, candidates);
        boolean other = declared.isAbstract() || (remaining > 0 && random.nextInt(3) == 0);
        if (!other || candidates.isEmpty()) {
            simple.sayDeclared(element, declared);
            return declared;
        }
        ComplexDef type = candidates.get(random.nextInt(candidates.size()));
        QName name = type.name();
        if (name == null) {
            return declared;
        }
        element.setAttributeNS(XSI, "xsi:type", simple.prefixed(name));
        boolean extension = type.derivation() == ComplexDef.Derivation.EXTENSION;
        coverage.add(extension ? Construct.TYPE_BY_EXTENSION : Construct.TYPE_BY_RESTRICTION);
        if (declared.isAbstract()) {
            coverage.add(Construct.TYPE_OF_ABSTRACT_BASE);
        }
        if (type.base() != declared) {
            coverage.add(Construct.TYPE_OVER_TWO_LEVELS);
        }
        if (type.effectiveText() != null) {
            coverage.add(Construct.TYPE_OF_SIMPLE_CONTENT);
        }
        QName declaredName = declared.name();
        if (declaredName != null && !declaredName.getNamespaceURI().equals(name.getNamespaceURI())) {
            coverage.add(Construct.TYPE_FROM_ANOTHER_NAMESPACE);
        }
        return type;
    }

    private static void candidates(ComplexDef type, List<ComplexDef> found) {
        for (ComplexDef derived : type.derived()) {
            if (!derived.isAbstract()) {
                found.add(derived);
            }
            candidates(derived, found);
        }
    }

    private void complex(Element element, ComplexDef type, int depth) {
        for (ComplexDef at = type; at != null; at = at.base()) {
            coverage.addAll(at.constructs());
        }
        simple.attributes(element, type);
        SimpleDef text = type.effectiveText();
        if (text != null) {
            simple.text(element, text, ValueConstraint.NONE);
            return;
        }
        if (type.isMixed()) {
            notes.open(element);
        }
        List<ParticleDef> contents = type.effectiveContent();
        if (contents.isEmpty()) {
            coverage.add(Construct.EMPTY_CONTENT);
        }
        contents.forEach(particle -> particle(particle, element, depth + 1, ""));
        if (type.isMixed()) {
            coverage.add(openContent.mix(element) ? Construct.MIXED : Construct.MIXED_WITHOUT_TEXT);
        } else if (random.nextInt(8) == 0 && !contents.isEmpty()) {
            openContent.indent(element);
        }
    }

    /**
     * Adds a particle as often as the schema and the size of the message allow.
     *
     * @param outer the compositor of the surrounding group
     */
    private void particle(ParticleDef particle, Element parent, int depth, String outer) {
        int count = isPossible(particle) ? count(particle, depth) : 0;
        if (particle instanceof ParticleDef.Local local) {
            occurrences(local.element(), count, particle.max());
        } else if (count == 0 && particle instanceof ParticleDef.Group) {
            coverage.add(Construct.OPTIONAL_GROUP);
        }
        for (int i = 0; i < count; i++) {
            boolean single = particle.max() == 1;
            if (particle instanceof ParticleDef.Local local) {
                element(local.element(), parent, depth, single);
            } else if (particle instanceof ParticleDef.Reference reference) {
                element(substitute(reference.element()), parent, depth, single);
            } else if (particle instanceof ParticleDef.GroupUse use) {
                boolean all = use.group().group().compositor().equals("all");
                coverage.add(all ? Construct.NAMED_ALL_GROUP : Construct.NAMED_GROUP);
                particle(use.group().group(), parent, depth, outer);
            } else if (particle instanceof ParticleDef.Group group) {
                group(group, parent, depth, outer);
            } else if (particle instanceof ParticleDef.Any any) {
                Element child = openContent.wildcard(any, count > 1);
                parent.appendChild(child);
                notes.open(child);
            }
        }
    }

    /** Returns whether there is a type or element that is not abstract. */
    private static boolean isPossible(ParticleDef particle) {
        if (particle instanceof ParticleDef.Local local) {
            return hasType(local.element());
        }
        return !(particle instanceof ParticleDef.Reference reference)
                || !substitutes(reference.element()).isEmpty();
    }

    private static boolean hasType(ElementDef element) {
        List<ComplexDef> candidates = new ArrayList<>();
        if (element.type() instanceof ComplexDef complex && complex.isAbstract()) {
            candidates(complex, candidates);
            return !candidates.isEmpty();
        }
        return true;
    }

    private int count(ParticleDef particle, int depth) {
        if (remaining <= 0 || depth > DEPTH) {
            return particle.min();
        }
        int most = particle.max() == ParticleDef.UNBOUNDED ? particle.min() + 3 : particle.max();
        return particle.min() + random.nextInt(most - particle.min() + 1);
    }

    private void occurrences(ElementDef element, int count, int max) {
        if (count == 0) {
            coverage.add(element.isNillable() ? Construct.NILLABLE_ABSENT : Construct.OPTIONAL_ELEMENT);
        } else if (max != 1) {
            coverage.add(Construct.REPEATED_ELEMENT);
        }
    }

    private void group(ParticleDef.Group group, Element parent, int depth, String outer) {
        boolean repeats = group.max() != 1;
        List<ParticleDef> particles = group.particles();
        switch (group.compositor()) {
            case "choice" -> {
                coverage.add(repeats ? Construct.REPEATED_CHOICE : Construct.CHOICE);
                if (!outer.isEmpty()) {
                    coverage.add(outer.equals("choice") ? Construct.CHOICE_IN_CHOICE : Construct.CHOICE_IN_SEQUENCE);
                }
                particle(particles.get(random.nextInt(particles.size())), parent, depth, "choice");
            }
            case "all" -> {
                coverage.add(Construct.ALL);
                notes.unordered(parent);
                List<ParticleDef> shuffled = new ArrayList<>(particles);
                Collections.shuffle(shuffled, random);
                shuffled.forEach(each -> particle(each, parent, depth, "all"));
            }
            default -> {
                coverage.add(repeats ? Construct.REPEATED_SEQUENCE : Construct.SEQUENCE);
                if (outer.equals("choice")) {
                    coverage.add(Construct.SEQUENCE_IN_CHOICE);
                }
                particles.forEach(each -> particle(each, parent, depth, "sequence"));
            }
        }
    }

    /** Returns the element itself or a member of its substitution group. */
    private ElementDef substitute(ElementDef head) {
        List<ElementDef> all = substitutes(head);
        ElementDef member = all.get(random.nextInt(all.size()));
        if (member == head) {
            if (all.size() > 1) {
                coverage.add(Construct.SUBSTITUTION_BY_HEAD);
            }
            return head;
        }
        coverage.add(Construct.SUBSTITUTION_BY_MEMBER);
        if (head.isAbstract()) {
            coverage.add(Construct.SUBSTITUTION_OF_ABSTRACT_HEAD);
        }
        if (!member.name().getNamespaceURI().equals(head.name().getNamespaceURI())) {
            coverage.add(Construct.SUBSTITUTION_FROM_ANOTHER_NAMESPACE);
        }
        if (member.type() != head.type()) {
            coverage.add(Construct.SUBSTITUTION_BY_DERIVED_TYPE);
        }
        if (member.head() != head) {
            coverage.add(Construct.SUBSTITUTION_OF_A_MEMBER);
        }
        return member;
    }

    private static List<ElementDef> substitutes(ElementDef head) {
        List<ElementDef> found = new ArrayList<>();
        if (!head.isAbstract() && hasType(head)) {
            found.add(head);
        }
        head.members().forEach(member -> found.addAll(substitutes(member)));
        return found;
    }

    /** Creates an element with the schema's prefix of its namespace, occasionally with a prefix of its own. */
    private Element start(QName name, Node parent) {
        String namespace = name.getNamespaceURI();
        String qualified = simple.prefixed(name);
        boolean own = parent != document && !namespace.isEmpty() && random.nextInt(12) == 0;
        if (own) {
            qualified = "p" + ++prefix + ":" + name.getLocalPart();
        }
        Element element = document.createElementNS(emptyToNull(namespace), qualified);
        parent.appendChild(element);
        if (own) {
            declare(element, "p" + prefix, namespace);
        }
        if (parent == document) {
            Map<String, String> all = new TreeMap<>(schema.prefixes());
            all.put(XSI, "xsi");
            all.put(XMLConstants.W3C_XML_SCHEMA_NS_URI, "xs");
            all.put(SchemaGenerator.WILD, "w");
            all.forEach((uri, each) -> declare(element, each, uri));
        }
        return element;
    }

    private static void declare(Element element, String prefix, String namespace) {
        element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix, namespace);
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
