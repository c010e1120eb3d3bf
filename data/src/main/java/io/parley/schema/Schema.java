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
 * The declarations of a set of schema documents. References between them are names, which the methods of this class
 * resolve over the whole set. Immutable.
 *
 * <p>Facets other than enumerations, documentation, identity constraints, defaults of attributes and the order of
 * global declarations are not represented. Source: XML Schema 1.0 Part 1; section 4.2 of the HHFR paper for the
 * annotations.
 */
public final class Schema {
    private final Map<QName, ElementDeclaration> elements;
    private final Map<QName, AttributeDeclaration> attributes;
    private final Map<QName, TypeDefinition> types;
    private final Map<QName, Particle.Group> groups;
    private final Map<QName, Attributes> attributeGroups;
    private final Map<QName, String> broken;
    private final List<SchemaProblem> problems;

    /** Creates a view of the components, from which unusable ones may still be removed. */
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
     * Reads a schema that was written in this language.
     *
     * @throws ParleyException with {@link ErrorCode#SCHEMA_INVALID}, listing all problems; with {@link ErrorCode#LIMIT}
     *     if it exceeds a limit
     */
    public static Schema read(List<SchemaDocument> documents, Limits limits) {
        Problems problems = new Problems();
        Components components = components(documents, limits, problems);
        problems.throwIfAny();
        return new Schema(components, problems);
    }

    /** Reads a single document, under the default limits. */
    public static Schema read(String text) {
        return read(List.of(new SchemaDocument("schema.xsd", text)), Limits.defaults());
    }

    /**
     * Derives a schema from the usable part of arbitrary XML Schema documents. Declarations with problems are omitted
     * and listed by {@link #problems}; layouts represent references to them as infoset.
     *
     * @throws ParleyException with {@link ErrorCode#LIMIT} if it exceeds a limit
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

    /** Prints this schema as documents, one for each namespace, from which an equal schema can be read. */
    public List<SchemaDocument> print() {
        return new SchemaPrinter(this).print();
    }

    /** Returns the problems of the documents; empty unless the schema was derived. */
    public List<SchemaProblem> problems() {
        return problems;
    }

    /** Returns the global elements by name. */
    public Map<QName, ElementDeclaration> elements() {
        return elements;
    }

    /** Returns the global attributes by name. */
    public Map<QName, AttributeDeclaration> attributes() {
        return attributes;
    }

    /** Returns the named types by name, without the built-in ones. */
    public Map<QName, TypeDefinition> types() {
        return types;
    }

    /** Returns the named model groups by name. */
    public Map<QName, Particle.Group> groups() {
        return groups;
    }

    /** Returns the named attribute groups by name. */
    public Map<QName, Attributes> attributeGroups() {
        return attributeGroups;
    }

    /** Returns the reason why no definition of that name is usable, for messages. */
    public String whyMissing(QName name) {
        String reason = broken.get(name);
        return name + (reason == null ? " is not defined in the schemas given" : ": " + reason);
    }

    /** Returns the type of an element: its own, else that of its substitution group's head, else {@code xs:anyType}. */
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

    /** Returns the definition of a type; empty for built-in types and for undefined ones. */
    public Optional<TypeDefinition> definition(TypeUse use) {
        return use instanceof TypeName name
                ? Optional.ofNullable(types.get(name.name()))
                : Optional.of((TypeDefinition) use);
    }

    /**
     * Resolves a simple type to its built-in type and annotations. Empty if it is not a simple type, or depends on an
     * undefined one.
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
