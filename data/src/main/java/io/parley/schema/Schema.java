package io.parley.schema;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import jakarta.xml.bind.JAXBContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The components that a set of schema documents declares. References between them are names; look-ups here resolve
 * them over the whole set. Immutable.
 *
 * <p>Facets other than enumerations, documentation, identity constraints, defaults and the order of declarations are
 * not part of it. Source: XML Schema 1.0 Part 1; section 4.2 of the HHFR paper for the annotations.
 */
public final class Schema {
    private final Map<QName, ElementDeclaration> elements;
    private final Map<QName, AttributeDeclaration> attributes;
    private final Map<QName, TypeDefinition> types;
    private final Map<QName, Particle.Group> groups;
    private final Map<QName, Attributes> attributeGroups;
    private final Map<QName, String> broken;
    private final List<SchemaProblem> problems;

    /** A view of the components; what is taken away from them later is gone from it too. */
    Schema(Components components, Problems problems) {
        this.elements = Collections.unmodifiableMap(components.elements);
        this.attributes = Collections.unmodifiableMap(components.attributes);
        this.types = Collections.unmodifiableMap(components.types);
        this.groups = Collections.unmodifiableMap(components.groups);
        this.attributeGroups = Collections.unmodifiableMap(components.attributeGroups);
        this.broken = Collections.unmodifiableMap(components.broken);
        this.problems = problems.list();
    }

    /**
     * Reads a schema that somebody wrote for us.
     *
     * @throws ParleyException with {@link ErrorCode#SCHEMA_INVALID}, listing all problems; with {@link
     *     ErrorCode#LIMIT} if it is too large
     */
    public static Schema read(List<SchemaDocument> documents, Limits limits) {
        Problems problems = new Problems();
        Components components = components(documents, limits, problems);
        problems.throwIfAny();
        return new Schema(components, problems);
    }

    /** Reads one document, under the default limits. */
    public static Schema read(String text) {
        return read(List.of(new SchemaDocument("schema.xsd", text)), Limits.defaults());
    }

    /**
     * Derives a schema from documents that were not made for us, as far as they can be used. What has a problem is left
     * out; {@link #problems} says what, and layouts carry what refers to it as infoset.
     *
     * @throws ParleyException with {@link ErrorCode#LIMIT} if it is too large
     */
    public static Schema derive(List<SchemaDocument> documents, Limits limits) {
        Problems problems = new Problems();
        return new Schema(components(documents, limits, problems), problems);
    }

    /** Derives the schema of the classes that a JAXB context knows. */
    public static Schema derive(JAXBContext context, Limits limits) {
        return derive(SchemaDocument.of(context), limits);
    }

    private static Components components(List<SchemaDocument> documents, Limits limits, Problems problems) {
        Components components = SchemaReader.read(documents, limits, problems);
        new SchemaChecker(components, limits, problems).check();
        return components;
    }

    /**
     * Prints this schema as documents, one for each namespace, that read back to an equal schema. Facets, documentation
     * and all else that a schema does not keep are lost.
     */
    public List<SchemaDocument> print() {
        return new SchemaPrinter(this).print();
    }

    /** Returns the problems found in the documents; empty unless the schema was derived. */
    public List<SchemaProblem> problems() {
        return problems;
    }

    /** Global elements by name. */
    public Map<QName, ElementDeclaration> elements() {
        return elements;
    }

    /** Global attributes by name. */
    public Map<QName, AttributeDeclaration> attributes() {
        return attributes;
    }

    /** Named types by name; built-in ones are not among them. */
    public Map<QName, TypeDefinition> types() {
        return types;
    }

    /** Named model groups by name. */
    public Map<QName, Particle.Group> groups() {
        return groups;
    }

    /** Named attribute groups by name. */
    public Map<QName, Attributes> attributeGroups() {
        return attributeGroups;
    }

    /** Returns the reason why no definition of that name can be used, for texts that explain. */
    public String whyMissing(QName name) {
        String reason = broken.get(name);
        return name + (reason == null ? " is not defined in the schemas given" : ": " + reason);
    }

    /** The element's type: its own, else that of its substitution group's head, else {@code xs:anyType}. */
    public TypeUse typeOf(ElementDeclaration element) {
        ElementDeclaration at = element;
        while (at.type() == null && at.head() != null) {
            ElementDeclaration head = elements.get(at.head());
            if (head == null) {
                return new TypeName(at.head());
            }
            at = head;
        }
        TypeUse type = at.type();
        return type == null ? new TypeName(BuiltIn.ANY_TYPE) : type;
    }

    /** The definition that a use of a type means; empty for built-in types and for what is not defined. */
    public Optional<TypeDefinition> definition(TypeUse use) {
        return use instanceof TypeName name
                ? Optional.ofNullable(types.get(name.name()))
                : Optional.of((TypeDefinition) use);
    }

    /**
     * Resolves a simple type to its built-in type and annotations; empty if it is no simple type, or depends on
     * something that is not defined.
     */
    public Optional<SimpleFacts> simple(TypeUse use) {
        if (use instanceof TypeName name) {
            Optional<BuiltIn> builtIn = BuiltIn.of(name.name());
            if (builtIn.isPresent()) {
                return builtIn.map(type -> new SimpleFacts(type, type.isList(), List.of(), WireFormat.USUAL));
            }
        }
        TypeDefinition definition = definition(use).orElse(null);
        if (!(definition instanceof SimpleType type)) {
            return Optional.empty();
        }
        return switch (type.variety()) {
            case UNION -> Optional.of(new SimpleFacts(BuiltIn.STRING, false, List.of(), type.wire()));
            case LIST -> simple(type.of().get(0)).map(item -> item.asList().with(type.wire()));
            case RESTRICTION ->
                simple(type.of().get(0))
                        .map(base -> base.with(type.wire()).withValues(normalized(type.enumeration(), base.builtIn())));
        };
    }

    private static List<String> normalized(List<String> values, BuiltIn type) {
        if (type == BuiltIn.STRING || type == BuiltIn.NORMALIZED_STRING) {
            return new ArrayList<>(new LinkedHashSet<>(values));
        }
        return values.stream()
                .map(value -> value.strip().replaceAll("[ \t\r\n]+", " "))
                .distinct()
                .toList();
    }
}
