package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Generates the simple content of a message: attributes, and the text of elements, with the types that these declare by
 * {@code xsi:type}.
 */
final class SimpleContent {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final RandomSchema schema;
    private final Random random;
    private final Coverage coverage;
    private final Notes notes;
    private final ValueGenerator values;
    private final References references;
    private final OtherTypes otherTypes;

    SimpleContent(RandomSchema schema, Random random, Coverage coverage, Notes notes) {
        this.schema = schema;
        this.random = random;
        this.coverage = coverage;
        this.notes = notes;
        List<String> names = new ArrayList<>(List.of("local"));
        schema.prefixes().values().forEach(each -> names.add(each + ":name"));
        this.values = new ValueGenerator(random, coverage, names, schema.isForJava());
        this.references = new References(random, coverage);
        this.otherTypes = new OtherTypes(schema.definitions());
    }

    /** Resolves references to identifiers, once all of these exist. */
    void settle(Element root) {
        references.settle(root, notes);
    }

    void attributes(Element element, ComplexDef type) {
        for (AttributeDef.Use use : type.effectiveAttributes().values()) {
            if (use.isRequired() || random.nextBoolean()) {
                attribute(element, use);
            } else {
                coverage.add(Construct.ABSENT_ATTRIBUTE);
            }
        }
        type.attributeGroups().forEach(group -> coverage.add(Construct.ATTRIBUTE_GROUP));
        if (type.allowsAnyAttribute() && random.nextBoolean()) {
            coverage.add(Construct.ANY_ATTRIBUTE);
            element.setAttributeNS(SchemaGenerator.WILD, "w:extra", "  any \n text ");
        }
    }

    private void attribute(Element element, AttributeDef.Use use) {
        SimpleDef type = use.attribute().type();
        coverage.add(use.construct());
        if (type.isList()) {
            coverage.add(Construct.LIST_IN_ATTRIBUTE);
        }
        QName name = use.attribute().name();
        boolean usual = use.constraint().isFixed() || (!use.constraint().kind().isEmpty() && random.nextBoolean());
        String value = usual ? use.constraint().value() : values.next(type);
        element.setAttributeNS(emptyToNull(name.getNamespaceURI()), prefixed(name), value);
        Node attribute = element.getAttributeNodeNS(emptyToNull(name.getNamespaceURI()), name.getLocalPart());
        notes.type(attribute, type);
        references.note(attribute, type);
    }

    /**
     * Returns the text of an element whose declared type is simple; occasionally the element declares another type, or
     * its own, by {@code xsi:type}.
     */
    String element(Element element, SimpleDef declared, ValueConstraint constraint) {
        List<TypeDef> others = constraint.kind().isEmpty() ? otherTypes.of(declared) : List.of();
        if (others.isEmpty() || random.nextInt(6) > 0) {
            sayDeclared(element, declared);
            return text(element, declared, constraint);
        }
        TypeDef other = others.get(random.nextInt(others.size()));
        sayType(element, other);
        notes.open(element);
        if (other instanceof ComplexDef complex) {
            coverage.add(Construct.SIMPLE_TYPE_BY_SIMPLE_CONTENT);
            attributes(element, complex);
            return text(element, declared, ValueConstraint.NONE);
        }
        boolean builtIn = other instanceof SimpleDef.BuiltIn;
        coverage.add(builtIn ? Construct.SIMPLE_TYPE_BY_BUILT_IN : Construct.SIMPLE_TYPE_BY_RESTRICTION);
        return text(element, (SimpleDef) other, ValueConstraint.NONE);
    }

    void sayDeclared(Element element, TypeDef declared) {
        if (random.nextInt(12) == 0 && sayType(element, declared)) {
            coverage.add(Construct.TYPE_THAT_IS_DECLARED);
            notes.saysDeclaredType(element);
        }
    }

    /** Adds {@code xsi:type} and returns true, or returns false if the type has no name. */
    private boolean sayType(Element element, TypeDef type) {
        QName name = type.name();
        String text = type instanceof SimpleDef.BuiltIn builtIn ? "xs:" + builtIn.local() : "";
        text = name == null ? text : prefixed(name);
        if (!text.isEmpty()) {
            element.setAttributeNS(XSI, "xsi:type", text);
        }
        return !text.isEmpty();
    }

    String text(Element element, SimpleDef type, ValueConstraint constraint) {
        if (!constraint.kind().isEmpty() && random.nextInt(4) == 0) {
            coverage.add(constraint.isFixed() ? Construct.EMPTY_FIXED_ELEMENT : Construct.EMPTY_DEFAULT_ELEMENT);
            notes.type(element, type);
            notes.whenEmpty(element, constraint.value());
            return "";
        }
        boolean usual = constraint.isFixed() || (!constraint.kind().isEmpty() && random.nextBoolean());
        String value = usual ? constraint.value() : values.next(type);
        if (!constraint.kind().isEmpty() && value.isBlank()) {
            value = constraint.value(); // no text would mean the default
        }
        element.setTextContent(value);
        notes.type(element, type);
        references.note(element, type);
        return value;
    }

    /** Returns a name with the schema's prefix of its namespace. */
    String prefixed(QName name) {
        String namespace = name.getNamespaceURI();
        String known = namespace.equals(XMLConstants.XML_NS_URI)
                ? "xml"
                : schema.prefixes().get(namespace);
        return known == null ? name.getLocalPart() : known + ":" + name.getLocalPart();
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
