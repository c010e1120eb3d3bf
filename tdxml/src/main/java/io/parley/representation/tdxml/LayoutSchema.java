package io.parley.representation.tdxml;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import io.parley.representation.tdxml.DataSchema.Body;
import io.parley.representation.tdxml.DataSchema.Component;
import io.parley.representation.tdxml.DataSchema.Definition;
import io.parley.representation.tdxml.DataSchema.Group;
import io.parley.representation.tdxml.DataSchema.Member;
import io.parley.representation.tdxml.DataSchema.Reference;
import io.parley.representation.tdxml.DataSchema.Sequence;
import io.parley.representation.tdxml.DataSchema.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** Derives the data schema of a message part: components in schema order, with the numbers used in messages. */
final class LayoutSchema {
    private static final String XSI = "xsi";
    private static final String XSI_TYPE = "xsi:type";

    private final Slot.Element part;
    private final LayoutNames names;
    private final IdentityHashMap<ComplexLayout, String> labels = new IdentityHashMap<>();
    private final Set<String> taken = new HashSet<>();

    LayoutSchema(Slot.Element part) {
        this.part = part;
        this.names = LayoutNames.of(part);
    }

    DataSchema schema() {
        Map<String, String> namespaces = new HashMap<>();
        names.prefixes().forEach((namespace, prefix) -> namespaces.put(prefix, namespace));
        nameTypes();
        List<Definition> definitions = new ArrayList<>();
        definitions.add(new Definition(names.label(part.name()), 0, root(part.type())));
        for (ComplexLayout type : names.types()) {
            if (names.hasTypeRow(type)) {
                namespaces.put(XSI, XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
            }
            definitions.add(new Definition(label(type), Rows.NONE, body(type)));
        }
        return new DataSchema(namespaces, definitions);
    }

    /** Assigns labels to the types: the names that occur in rows first, then unused names. */
    private void nameTypes() {
        for (ComplexLayout type : names.types()) {
            if (names.hasTypeRow(type)
                    && type.name().isPresent()
                    && isDeclared(type.name().get())) {
                labels.put(type, names.label(type));
                taken.add(names.label(type));
            }
        }
        for (ComplexLayout type : names.types()) {
            String local = type.name().map(QName::getLocalPart).orElse("type");
            String label = local;
            for (int i = 1; !labels.containsKey(type); i++) {
                if (DataType.of(label).isEmpty() && taken.add(label)) {
                    labels.put(type, label);
                }
                label = local + "." + i;
            }
        }
    }

    private boolean isDeclared(QName name) {
        return name.getNamespaceURI().isEmpty() || names.prefixes().containsKey(name.getNamespaceURI());
    }

    private String label(ComplexLayout type) {
        return labels.getOrDefault(type, "");
    }

    private Body root(TypeLayout type) {
        return type instanceof SimpleLayout simple
                ? new Value(DataType.of(simple))
                : new Reference(label((ComplexLayout) type));
    }

    private Body body(ComplexLayout type) {
        if (type.content() instanceof ComplexLayout.Content.Infoset) {
            return new Value(DataType.ANY_XML);
        }
        TypeNumbers numbers = TypeNumbers.of(type, names.hasTypeRow(type));
        List<Component> components = new ArrayList<>();
        attributes(type, numbers, components);
        if (type.content() instanceof ComplexLayout.Content.Text text) {
            return new Sequence(components, DataType.of(text.type()));
        }
        if (type.content() instanceof ComplexLayout.Content.Elements elements) {
            List<Slot> wireOrder = TypeNumbers.slots(type);
            for (Slot slot : elements.slots()) {
                components.add(component(slot, numbers, wireOrder.indexOf(slot)));
            }
        }
        return new Sequence(components, null);
    }

    private void attributes(ComplexLayout type, TypeNumbers numbers, List<Component> components) {
        if (numbers.hasTypeRow()) {
            components.add(attribute(XSI_TYPE, 0, DataType.QNAME_VALUE));
        }
        for (int i = 0; i < type.attributes().size(); i++) {
            AttributeSlot attribute = type.attributes().get(i);
            components.add(
                    attribute(names.label(attribute.name()), numbers.attribute(i), DataType.of(attribute.type())));
        }
        if (type.anyAttribute()) {
            components.add(attribute(DataSchema.ANY, numbers.otherAttributes(), DataType.ANY_XML));
        }
    }

    private static Member attribute(String name, int number, DataType type) {
        return new Member(name, number, true, type.spelling(), true, false, false, null);
    }

    private Component component(Slot slot, TypeNumbers numbers, int index) {
        List<Member> members = new ArrayList<>();
        boolean alone = slot.alternatives().size() == 1;
        for (int i = 0; i < slot.alternatives().size(); i++) {
            members.add(member(slot.alternatives().get(i), numbers.child(index, i), slot, alone));
        }
        return alone ? members.get(0) : new Group(members, slot.repeats());
    }

    private Member member(Slot.Alternative alternative, int number, Slot slot, boolean alone) {
        boolean optional = alone && !slot.required() && !slot.repeats();
        boolean repeated = alone && slot.repeats();
        if (!(alternative instanceof Slot.Element element)) {
            return new Member(
                    DataSchema.ANY, number, false, DataType.ANY_XML.spelling(), optional, repeated, false, null);
        }
        String type = type(element.type());
        String name = names.label(element.name());
        return new Member(name, number, false, type, optional, repeated, element.nillable(), element.whenEmpty());
    }

    private String type(TypeLayout type) {
        if (type instanceof SimpleLayout simple) {
            return DataType.of(simple).spelling();
        }
        ComplexLayout complex = (ComplexLayout) type;
        return complex.content() instanceof ComplexLayout.Content.Infoset
                ? DataType.ANY_XML.spelling()
                : label(complex);
    }
}
