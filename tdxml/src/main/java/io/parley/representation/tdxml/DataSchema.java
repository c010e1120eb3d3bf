package io.parley.representation.tdxml;

import io.parley.Limits;
import io.parley.layout.Slot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Data schema (the TDXML paper, section 4; docs/reference/tdxml.md, "Data Schema"): maps numbers to elements and
 * attributes. Immutable; {@link #print} and {@link #read} are inverse to each other.
 */
public final class DataSchema {
    /** Name of a component for pieces of text between elements. */
    static final String TEXT = "#text";

    /** Name of a component for content that no other component describes. */
    static final String ANY = "#any";

    private final Map<String, String> namespaces;
    private final List<Definition> definitions;
    private final SchemaNames names;

    DataSchema(Map<String, String> namespaces, List<Definition> definitions) {
        this.namespaces = Map.copyOf(namespaces);
        this.definitions = List.copyOf(definitions);
        this.names = SchemaNames.of(this.namespaces, this.definitions);
    }

    /**
     * Parses a schema.
     *
     * @param limits of its size
     * @throws io.parley.ParleyException {@code SCHEMA_INVALID} if it is not valid, {@code LIMIT} if it is too large
     */
    public static DataSchema read(String text, Limits limits) {
        return new SchemaParser(text, limits).schema();
    }

    /** Returns the schema of a message part, with the numbers that agreed conversations use. */
    public static DataSchema of(Slot.Element part) {
        return new LayoutSchema(part).schema();
    }

    /** Returns the schema as text, in the paper's syntax. */
    public String print() {
        return SchemaPrinter.print(this);
    }

    /**
     * Returns the key of an element or attribute.
     *
     * @param path names as spelled in the schema, from the root; each repeating element has its occurrence in brackets,
     *     from 0: {@code employees/person[1]/lastname} or {@code employees/person[1]/@gender}
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if the schema has no such element or attribute
     */
    public String key(String path) {
        return SchemaPath.key(this, path);
    }

    /** Returns the namespaces by prefix, in no order. */
    Map<String, String> namespaces() {
        return namespaces;
    }

    List<Definition> definitions() {
        return definitions;
    }

    /** Returns the resolved names of the schema. */
    SchemaNames names() {
        return names;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DataSchema schema
                && namespaces.equals(schema.namespaces)
                && definitions.equals(schema.definitions);
    }

    @Override
    public int hashCode() {
        return definitions.hashCode();
    }

    @Override
    public String toString() {
        return "data schema of " + definitions.size() + " definitions";
    }

    /**
     * Definition, one line of the schema.
     *
     * @param name as spelled, with its prefix
     * @param number its number below the one parent that names it; {@link Rows#NONE} for a type
     * @param body its right side
     */
    record Definition(String name, int number, Body body) {}

    /** Right side of a definition, after {@code ::=}. */
    sealed interface Body {}

    /** {@code SET OF}: child 0, repeated. */
    record SetOf(String element) implements Body {}

    /**
     * {@code SEQUENCE OF}.
     *
     * @param components in document order
     * @param text type of the text content; null for none
     */
    record Sequence(List<Component> components, @Nullable DataType text) implements Body {
        Sequence {
            components = List.copyOf(components);
        }
    }

    /** {@code CHOICE}. */
    record Choice(Group group) implements Body {}

    /** Value without attributes or children. */
    record Value(DataType type) implements Body {}

    /** Reference to another definition. */
    record Reference(String type) implements Body {}

    /** Component of a sequence. */
    sealed interface Component {}

    /**
     * Alternatives, of which one occurs, or several that share one count.
     *
     * @param members elements only
     * @param repeated true if several may occur
     */
    record Group(List<Member> members, boolean repeated) implements Component {
        Group {
            members = List.copyOf(members);
        }
    }

    /**
     * Element or attribute.
     *
     * @param name as spelled, {@link #TEXT} or {@link #ANY}
     * @param number below its parent
     * @param isAttribute true for an attribute
     * @param type spelling of a scalar or name of a definition
     * @param optional true if it may be absent
     * @param repeated true if it may occur several times
     * @param nillable true if it may be nil
     * @param whenEmpty value of an absent attribute or empty element; null for none
     */
    record Member(
            String name,
            int number,
            boolean isAttribute,
            String type,
            boolean optional,
            boolean repeated,
            boolean nillable,
            @Nullable String whenEmpty)
            implements Component {}
}
