package io.parley.representation.tdxml;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.tdxml.DataSchema.Body;
import io.parley.representation.tdxml.DataSchema.Choice;
import io.parley.representation.tdxml.DataSchema.Component;
import io.parley.representation.tdxml.DataSchema.Definition;
import io.parley.representation.tdxml.DataSchema.Group;
import io.parley.representation.tdxml.DataSchema.Member;
import io.parley.representation.tdxml.DataSchema.Reference;
import io.parley.representation.tdxml.DataSchema.Sequence;
import io.parley.representation.tdxml.DataSchema.SetOf;
import io.parley.representation.tdxml.DataSchema.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of data schemas: the paper's syntax, that of ASN.1, and Parley's extensions. */
final class SchemaParser {
    private final SchemaTokens tokens;
    private final Limits limits;
    private final Map<String, String> namespaces = new LinkedHashMap<>();
    private final List<Definition> definitions = new ArrayList<>();
    private long components;

    SchemaParser(String text, Limits limits) {
        limits.check(Limit.SCHEMA_BYTES, text.length(), "data schema");
        this.tokens = new SchemaTokens(text);
        this.limits = limits;
    }

    DataSchema schema() {
        while (tokens.is("NAMESPACE") && !tokens.peek().equals("::=")) {
            namespace();
        }
        while (!tokens.isEnd()) {
            count();
            definition();
        }
        return new DataSchema(namespaces, definitions);
    }

    private void namespace() {
        count();
        tokens.expect("NAMESPACE");
        String prefix = tokens.isString() ? tokens.string() : tokens.name();
        tokens.expect("::=");
        if (namespaces.put(prefix, tokens.string()) != null) {
            throw tokens.wrong("each prefix once");
        }
    }

    private void definition() {
        String name = tokens.name();
        int number = Rows.NONE;
        if (tokens.skip("[")) {
            number = tokens.number();
            tokens.expect("]");
        }
        tokens.expect("::=");
        definitions.add(new Definition(name, number, body()));
    }

    private Body body() {
        if (tokens.is("SET") && tokens.peek().equals("OF")) {
            tokens.expect("SET");
            tokens.expect("OF");
            return new SetOf(tokens.name());
        }
        if (startsSequence()) {
            tokens.expect("SEQUENCE");
            tokens.skip("OF");
            List<Component> components = components();
            return new Sequence(components, skipMark("TEXT") ? scalar() : null);
        }
        if (startsChoice()) {
            return new Choice(group());
        }
        String type = tokens.name();
        return DataType.of(type).<Body>map(Value::new).orElseGet(() -> new Reference(type));
    }

    private boolean startsSequence() {
        return tokens.is("SEQUENCE")
                && (tokens.peek().equals("OF") || tokens.peek().equals("{"));
    }

    private boolean startsChoice() {
        return tokens.is("CHOICE") && tokens.peek().equals("{");
    }

    private DataType scalar() {
        DataType scalar = DataType.of(tokens.token()).orElseThrow(() -> tokens.wrong("a scalar"));
        tokens.name();
        return scalar;
    }

    private List<Component> components() {
        List<Component> components = new ArrayList<>();
        tokens.expect("{");
        while (!tokens.skip("}")) {
            count();
            components.add(startsChoice() ? group() : member());
            tokens.skip(",");
        }
        return components;
    }

    private Group group() {
        tokens.expect("CHOICE");
        tokens.expect("{");
        List<Member> members = new ArrayList<>();
        while (!tokens.skip("}")) {
            count();
            members.add(member());
            tokens.skip(",");
        }
        if (members.isEmpty() || members.stream().anyMatch(member -> member.isAttribute() || member.repeated())) {
            throw tokens.wrong("alternatives that are elements and repeat only together");
        }
        return new Group(members, skipMark("REPEATED"));
    }

    private Member member() {
        String name = tokens.name();
        boolean isAttribute = tokens.is("(");
        tokens.expect(isAttribute ? "(" : "[");
        int number = tokens.number();
        tokens.expect(isAttribute ? ")" : "]");
        if (skipMark("ATTRIBUTE") != isAttribute) {
            throw tokens.wrong("[ATTRIBUTE] after each number in parentheses and no other");
        }
        boolean repeated = false;
        if (tokens.is("SET") && tokens.peek().equals("OF")) {
            tokens.expect("SET");
            tokens.expect("OF");
            repeated = true;
        }
        String type = tokens.name();
        boolean optional = false;
        boolean nillable = false;
        while (true) {
            if (skipOptional()) {
                optional = true;
            } else if (skipMark("REPEATED")) {
                repeated = true;
            } else if (skipMark("NILLABLE")) {
                nillable = true;
            } else {
                break;
            }
        }
        if (isAttribute && (repeated || nillable)) {
            throw tokens.wrong("an attribute that is neither repeated nor nillable");
        }
        return new Member(name, number, isAttribute, type, optional, repeated, nillable, whenEmpty());
    }

    /** Skips OPTIONAL, unless it is a name: then a number in brackets follows. */
    private boolean skipOptional() {
        return !tokens.isFollowedByNumber() && tokens.skip("OPTIONAL");
    }

    private boolean skipMark(String mark) {
        boolean found = tokens.is("[") && tokens.peek().equals(mark);
        if (found) {
            tokens.expect("[");
            tokens.expect(mark);
            tokens.expect("]");
        }
        return found;
    }

    private @Nullable String whenEmpty() {
        if (!tokens.skip("(")) {
            return null;
        }
        String value = tokens.string();
        tokens.expect(")");
        return value;
    }

    private void count() {
        long most = limits.get(Limit.SCHEMA_COMPONENTS);
        if (++components > most) {
            throw ParleyException.limit(Limit.SCHEMA_COMPONENTS, most, components, "data schema");
        }
    }
}
