package io.parley.representation.tdxml;

import io.parley.Limits;
import io.parley.layout.Slot;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A data schema (the TDXML paper, section 4; docs/reference/tdxml.md, "Data Schema"): which number stands for which element or
 * attribute. Immutable; {@link #print} and {@link #read} are each other's inverse.
 */
public final class DataSchema {
    /** The name of a component for pieces of text between elements. */
    static final String TEXT = "#text";

    /** The name of a component for what no other describes. */
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
     * Reads a schema.
     *
     * @throws io.parley.ParleyException {@code SCHEMA_INVALID} if it is none, {@code LIMIT} if it is too large
     */
    public static DataSchema read(String text, Limits limits) {
        return new SchemaParser(text, limits).schema();
    }

    /** The schema of a message part, with the numbers that agreed conversations use. */
    public static DataSchema of(Slot.Element part) {
        return new LayoutSchema(part).schema();
    }

    /** The schema as text, in the paper's spelling. */
    public String print() {
        return SchemaPrinter.print(this);
    }

    /**
     * The key of a place.
     *
     * @param path names as the schema writes them, from the top, each occurrence of what repeats in brackets and from 0:
     *     {@code employees/person[1]/lastname} or {@code employees/person[1]/@gender}
     * @throws io.parley.ParleyException {@code SCHEMA_VIOLATION} if the schema has no such place
     */
    public String key(String path) {
        return SchemaPath.key(this, path);
    }

    /** The namespaces of prefixes, in no order. */
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
     * A line of the schema.
     *
     * @param name as it is written, with its prefix
     * @param number its number below the one parent that names it, or {@link Rows#NONE} if it is a type
     */
    record Definition(String name, int number, Body body) {}

    /** Right side of a definition, behind {@code ::=}. */
    sealed interface Body {}

    /** {@code SET OF}: child 0, repeated. */
    record SetOf(String element) implements Body {}

    /**
     * {@code SEQUENCE OF}.
     *
     * @param components in the order of documents
     * @param text the type of the text between its tags, or null if it has none
     */
    record Sequence(List<Component> components, @Nullable DataType text) implements Body {
        Sequence {
            components = List.copyOf(components);
        }
    }

    /** {@code CHOICE}. */
    record Choice(Group group) implements Body {}

    /** A value and nothing else. */
    record Value(DataType type) implements Body {}

    /** Body that refers to another definition. */
    record Reference(String type) implements Body {}

    /** A line of a sequence. */
    sealed interface Component {}

    /**
     * Alternatives, of which one stands there, or several that share one count.
     *
     * @param members elements only
     */
    record Group(List<Member> members, boolean repeated) implements Component {
        Group {
            members = List.copyOf(members);
        }
    }

    /**
     * An element or attribute.
     *
     * @param name as it is written, {@link #TEXT} or {@link #ANY}
     * @param type a scalar's spelling or the name of a definition
     * @param whenEmpty the value of an absent attribute or empty element, or null
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
