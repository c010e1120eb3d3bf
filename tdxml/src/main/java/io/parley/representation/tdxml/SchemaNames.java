package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Resolved names of a data schema; each is looked up once and checked. */
final class SchemaNames {
    private final Map<String, String> namespaces;
    private final Map<String, Definition> types = new HashMap<>();
    private final Map<String, Definition> elements = new HashMap<>();
    private final IdentityHashMap<Definition, ElementType> made = new IdentityHashMap<>();
    private final List<ElementType.Child> roots = new ArrayList<>();

    private SchemaNames(Map<String, String> namespaces) {
        this.namespaces = namespaces;
    }

    static SchemaNames of(Map<String, String> namespaces, List<Definition> definitions) {
        SchemaNames names = new SchemaNames(namespaces);
        definitions.forEach(names::define);
        definitions.forEach(definition -> names.type(definition, 0));
        names.findRoots(definitions);
        return names;
    }

    /** Returns the root elements, by number. */
    List<ElementType.Child> roots() {
        return roots;
    }

    /** Returns the type with the name in {@code xsi:type}; null if there is none. */
    @Nullable
    ElementType type(QName name) {
        for (Map.Entry<String, Definition> each : types.entrySet()) {
            if (qualified(each.getKey(), true).equals(name)) {
                return made.get(each.getValue());
            }
        }
        return null;
    }

    /** Returns the type with the name in an {@code xsi:type} row; null if there is none. */
    @Nullable
    ElementType typeOf(String label) {
        Definition definition = types.get(label);
        return definition == null ? null : made.get(definition);
    }

    /** Returns the schema's spelling of a name; with its namespace if the schema has no prefix for it. */
    String label(QName name) {
        for (Map.Entry<String, Definition> each : types.entrySet()) {
            if (qualified(each.getKey(), true).equals(name)) {
                return each.getKey();
            }
        }
        return SimpleText.print(name, "data schema");
    }

    private void define(Definition definition) {
        Map<String, Definition> table = definition.number() < 0 ? types : elements;
        if (DataType.of(definition.name()).isPresent() || table.put(definition.name(), definition) != null) {
            throw invalid("each name defined once, and not the name of a scalar");
        }
    }

    private ElementType type(Definition definition, int references) {
        ElementType known = made.get(definition);
        if (known != null) {
            return known;
        }
        if (definition.body() instanceof Reference reference) {
            if (references > types.size() + elements.size()) {
                throw invalid("definitions that do not refer to each other in a circle");
            }
            ElementType type = type(lookUp(reference.type()), references + 1);
            made.put(definition, type);
            return type;
        }
        ElementType type = new ElementType(definition.name());
        made.put(definition, type);
        if (definition.body() instanceof SetOf set) {
            Member member = new Member(set.element(), 0, false, set.element(), true, true, false, null);
            child(type, member, 0, true);
        } else if (definition.body() instanceof Sequence sequence) {
            sequence(type, sequence);
        } else if (definition.body() instanceof Choice choice) {
            choice.group()
                    .members()
                    .forEach(member -> child(type, member, 0, choice.group().repeated()));
        } else if (definition.body() instanceof Value value) {
            type.text(value.type());
        }
        return type;
    }

    private void sequence(ElementType type, Sequence sequence) {
        int place = 0;
        for (Component component : sequence.components()) {
            if (component instanceof Member member && member.isAttribute()) {
                attribute(type, member);
            } else if (component instanceof Member member) {
                child(type, member, place, member.repeated());
            } else if (component instanceof Group group) {
                int here = place;
                group.members().forEach(member -> child(type, member, here, group.repeated()));
            }
            place++;
        }
        type.attributes().sort(Comparator.comparingInt(ElementType.Attribute::number));
        if (sequence.text() != null) {
            if (!type.children().isEmpty() || sequence.text() == DataType.ANY_XML) {
                throw invalid("text or elements in " + shown(type.name()) + ", not both");
            }
            type.text(sequence.text());
        }
    }

    private void attribute(ElementType type, Member member) {
        boolean any = member.name().equals(DataSchema.ANY);
        DataType scalar = DataType.of(member.type()).orElseThrow(() -> invalid("attributes of scalar types"));
        boolean taken = type.attributes().stream().anyMatch(other -> other.number() == member.number());
        if (taken || any != (scalar == DataType.ANY_XML)) {
            throw invalid("attributes with numbers of their own in " + shown(type.name()));
        }
        QName name = any ? null : qualified(member.name(), false);
        type.add(new ElementType.Attribute(name, member.number(), scalar, member.whenEmpty()));
    }

    private void child(ElementType owner, Member member, int place, boolean repeats) {
        boolean isText = member.name().equals(DataSchema.TEXT);
        boolean any = member.name().equals(DataSchema.ANY);
        ElementType type = typeNamed(member);
        boolean wrong = (isText && (type.text() == null || type.isWholeXml())) || (any && !type.isWholeXml());
        QName name = isText || any ? null : qualified(member.name(), true);
        boolean added = owner.add(new ElementType.Child(
                name, member.number(), place, repeats, isText, type, member.nillable(), member.whenEmpty()));
        if (wrong || !added) {
            throw invalid("children with names and numbers of their own in " + shown(owner.name()));
        }
    }

    private ElementType typeNamed(Member member) {
        DataType scalar = DataType.of(member.type()).orElse(null);
        if (scalar != null) {
            return ElementType.of(scalar);
        }
        Definition definition = lookUp(member.type());
        if (definition.number() >= 0 && definition.number() != member.number()) {
            throw invalid("the number of " + shown(definition.name()) + " where it is named");
        }
        return type(definition, 0);
    }

    private Definition lookUp(String name) {
        Definition type = types.get(name);
        Definition found = type == null ? elements.get(name) : type;
        if (found == null) {
            throw invalid("a definition of " + shown(name));
        }
        return found;
    }

    private void findRoots(List<Definition> definitions) {
        Set<String> named = new HashSet<>();
        for (Definition definition : definitions) {
            Set<String> inside = new HashSet<>();
            names(definition, inside);
            inside.remove(definition.name());
            named.addAll(inside);
        }
        for (Definition definition : definitions) {
            if (definition.number() >= 0 && (!named.contains(definition.name()) || roots.isEmpty())) {
                ElementType type = type(definition, 0);
                QName name = qualified(definition.name(), true);
                roots.add(new ElementType.Child(name, definition.number(), 0, false, false, type, false, null));
            }
        }
        roots.sort(Comparator.comparingInt(ElementType.Child::number));
        for (int i = 0; i < roots.size(); i++) {
            if (roots.get(i).number() != i) {
                throw invalid("elements at the top with the numbers 0, 1, ...");
            }
        }
        if (roots.isEmpty()) {
            throw invalid("an element with a number");
        }
    }

    private static void names(Definition definition, Set<String> into) {
        if (definition.body() instanceof SetOf set) {
            into.add(set.element());
        } else if (definition.body() instanceof Reference reference) {
            into.add(reference.type());
        } else if (definition.body() instanceof Choice choice) {
            choice.group().members().forEach(member -> into.add(member.type()));
        } else if (definition.body() instanceof Sequence sequence) {
            for (Component component : sequence.components()) {
                if (component instanceof Member member) {
                    into.add(member.type());
                } else if (component instanceof Group group) {
                    group.members().forEach(member -> into.add(member.type()));
                }
            }
        }
    }

    private QName qualified(String label, boolean isElement) {
        int colon = label.indexOf(':');
        if (colon < 0) {
            String namespace = isElement ? namespaces.getOrDefault("", XMLConstants.NULL_NS_URI) : "";
            return new QName(namespace, label);
        }
        String prefix = label.substring(0, colon);
        String namespace = prefix.equals(XMLConstants.XML_NS_PREFIX) ? XMLConstants.XML_NS_URI : namespaces.get(prefix);
        if (namespace == null || namespace.isEmpty() || label.indexOf(':', colon + 1) >= 0) {
            throw invalid("a prefix that is declared, in front of " + shown(label));
        }
        return new QName(namespace, label.substring(colon + 1), prefix);
    }

    /** Returns a name from a peer in a form that is safe for logs. */
    private static String shown(String name) {
        String cut = name.length() > 40 ? name.substring(0, 40) + "..." : name;
        return cut.chars().allMatch(c -> c > ' ' && c < 0x7F) ? cut : "a name beyond ASCII";
    }

    private static ParleyException invalid(String expected) {
        return new ParleyException(ErrorCode.SCHEMA_INVALID, "data schema: expected " + expected + ", found otherwise");
    }
}
