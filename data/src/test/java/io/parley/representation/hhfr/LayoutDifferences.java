package io.parley.representation.hhfr;

import io.parley.layout.AttributeSlot;
import io.parley.layout.CanonicalText;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * Differences between the layout of a schema and that of the classes generated from it, with reasons: information that
 * the schema compiler or JAXB's own schema of the classes omits. A difference without a reason is recorded as it is.
 */
final class LayoutDifferences {
    /** Information that is lost between a schema and its classes and back. */
    enum Reason {
        LIST_IN_UNION("a union with a list among its members is a list in Java"),
        LIST_IN_ELEMENT("a list in a JAXBElement is declared as one of its items"),
        TEXT_ALONE("a class of nothing but text is a simple type"),
        ANY_ATTRIBUTE("any attribute beside text is not declared"),
        FOREIGN_ATTRIBUTE("an attribute with a namespace is not declared, or as text or as that of another class"),
        FOREIGN_ELEMENT("an element of another namespace is declared in the class's own"),
        ADAPTED_BINARY("hexBinary is text with an adapter"),
        UNTYPED("a date or reference in a JAXBElement or alone in a class is declared as anything"),
        UNSIGNED("an unsigned number in a JAXBElement is declared as the next wider one"),
        CONTENT_MODEL("elements that one property holds are declared as one choice"),
        EXTENSION("what an extension adds goes into the list that its base has for everything, and is not declared");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final Map<Scalar, Scalar> WIDER = Map.of(
            Scalar.UNSIGNED_INT, Scalar.LONG, Scalar.UNSIGNED_SHORT, Scalar.INT, Scalar.UNSIGNED_BYTE, Scalar.SHORT);

    private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
    private final Set<String> unexplained = new TreeSet<>();
    private final IdentityHashMap<ComplexLayout, Set<ComplexLayout>> seen = new IdentityHashMap<>();
    private final Deque<Runnable> open = new ArrayDeque<>();

    private LayoutDifferences() {}

    /** Compares a message of the schema with the message of its classes. */
    static LayoutDifferences between(Slot.Element schema, Slot.Element classes) {
        LayoutDifferences differences = new LayoutDifferences();
        if (CanonicalText.of(schema).equals(CanonicalText.of(classes))) {
            return differences;
        }
        differences.types(schema.type(), classes.type(), schema.name().getLocalPart());
        while (!differences.open.isEmpty()) {
            differences.open.remove().run();
        }
        if (differences.areNone()) {
            differences.unexplained.add(schema.name() + ": the canonical texts differ, the layouts do not");
        }
        return differences;
    }

    boolean areNone() {
        return reasons.isEmpty() && unexplained.isEmpty();
    }

    Set<String> unexplained() {
        return unexplained;
    }

    private void types(TypeLayout schema, TypeLayout classes, String path) {
        if (schema instanceof SimpleLayout left && classes instanceof SimpleLayout right) {
            simple(left, right, path);
        } else if (schema instanceof ComplexLayout left && classes instanceof ComplexLayout right) {
            if (seen.computeIfAbsent(left, key -> Collections.newSetFromMap(new IdentityHashMap<>()))
                    .add(right)) {
                open.add(() -> complex(left, right, path));
            }
        } else if (schema instanceof ComplexLayout left && classes instanceof SimpleLayout right) {
            if (explained(left.content() instanceof ComplexLayout.Content.Text, Reason.TEXT_ALONE, path, left, right)) {
                simple(((ComplexLayout.Content.Text) left.content()).type(), right, path);
            }
        } else {
            boolean anything = ((ComplexLayout) classes).content() instanceof ComplexLayout.Content.Infoset;
            explained(anything, Reason.UNTYPED, path, schema, classes);
        }
    }

    private void simple(SimpleLayout schema, SimpleLayout classes, String path) {
        if (schema.list() != classes.list()) {
            boolean union = !schema.list() && schema.scalar() == Scalar.STRING;
            explained(true, union ? Reason.LIST_IN_UNION : Reason.LIST_IN_ELEMENT, path, schema, classes);
        }
        if (schema.scalar() != classes.scalar()) {
            boolean anything = classes.builtIn().getLocalPart().equals("anySimpleType");
            boolean adapted = schema.scalar() == Scalar.HEX_BINARY && classes.scalar() == Scalar.STRING;
            Reason reason = anything ? Reason.UNTYPED : adapted ? Reason.ADAPTED_BINARY : Reason.UNSIGNED;
            boolean wider = WIDER.get(schema.scalar()) == classes.scalar();
            explained(anything || adapted || wider, reason, path, schema, classes);
        }
    }

    private void complex(ComplexLayout schema, ComplexLayout classes, String path) {
        attributes(schema, classes, path);
        Map<String, TypeLayout> expected = byName(schema.substitutes());
        Map<String, TypeLayout> found = byName(classes.substitutes());
        if (same(expected.keySet(), found.keySet(), path + ": substitutes")) {
            expected.forEach((name, type) -> types(type, found.get(name), path + "(" + name + ")"));
        }
        ComplexLayout.Content left = schema.content();
        ComplexLayout.Content right = classes.content();
        if (left instanceof ComplexLayout.Content.Text text && right instanceof ComplexLayout.Content.Text other) {
            simple(text.type(), other.type(), path + "/text()");
        } else if (left instanceof ComplexLayout.Content.Elements all
                && right instanceof ComplexLayout.Content.Elements others) {
            elements(all.slots(), others.slots(), path);
        } else {
            same(left.getClass(), right.getClass(), path + ": content");
        }
    }

    private void attributes(ComplexLayout schema, ComplexLayout classes, String path) {
        Map<QName, SimpleLayout> expected =
                schema.attributes().stream().collect(Collectors.toMap(AttributeSlot::name, AttributeSlot::type));
        Map<QName, SimpleLayout> found = classes.attributes().stream()
                .collect(Collectors.toMap(AttributeSlot::name, AttributeSlot::type, (a, b) -> a, HashMap::new));
        boolean foreign = false;
        for (Map.Entry<QName, SimpleLayout> attribute : expected.entrySet()) {
            SimpleLayout other = found.remove(attribute.getKey());
            String place = path + "/@" + attribute.getKey().getLocalPart();
            if (other != null && isOfAnother(attribute.getKey(), attribute.getValue(), other)) {
                reasons.add(Reason.FOREIGN_ATTRIBUTE);
            } else if (other != null) {
                simple(attribute.getValue(), other, place);
            } else {
                boolean any = classes.anyAttribute()
                        && !attribute.getKey().getNamespaceURI().isEmpty();
                foreign |= explained(any, Reason.FOREIGN_ATTRIBUTE, place, attribute.getKey(), "nothing");
            }
        }
        same(Set.of(), found.keySet(), path + ": attributes beyond the schema's");
        if (schema.anyAttribute() != classes.anyAttribute() && !foreign) {
            boolean text = schema.anyAttribute() && schema.content() instanceof ComplexLayout.Content.Text;
            explained(text, Reason.ANY_ATTRIBUTE, path, schema.anyAttribute(), classes.anyAttribute());
        }
    }

    /**
     * Returns whether the type may be that of another class: JAXB declares each name once, with the type in one class.
     */
    private static boolean isOfAnother(QName name, SimpleLayout schema, SimpleLayout classes) {
        return !name.getNamespaceURI().isEmpty()
                && (classes.scalar() != schema.scalar() || classes.list() != schema.list());
    }

    private void elements(List<Slot> schema, List<Slot> classes, String path) {
        Map<String, Slot> expected = byShape(schema);
        Map<String, Slot> found = byShape(classes);
        Set<String> missing = new TreeSet<>(expected.keySet());
        missing.removeAll(found.keySet());
        Set<String> added = new TreeSet<>(found.keySet());
        added.removeAll(expected.keySet());
        if (!missing.isEmpty() || !added.isEmpty()) {
            boolean repeats = classes.stream().anyMatch(Slot::repeats);
            slots(missing, added, names(schema), names(classes), repeats, path);
        }
        expected.forEach((shape, slot) -> {
            Slot other = found.get(shape);
            if (other != null) {
                alternatives(slot, other, path);
            }
        });
    }

    private void slots(
            Set<String> missing,
            Set<String> added,
            Set<QName> expected,
            Set<QName> found,
            boolean repeats,
            String path) {
        if (expected.equals(found)) {
            explained(
                    // Elements of a base class are declared beside the choice.
                    added.stream().anyMatch(shape -> shape.startsWith("*")),
                    Reason.CONTENT_MODEL,
                    path,
                    missing,
                    added);
            return;
        }
        if (repeats && expected.containsAll(found)) {
            reasons.add(Reason.EXTENSION);
            return;
        }
        boolean sameLocally = locals(expected).equals(locals(found));
        explained(sameLocally, Reason.FOREIGN_ELEMENT, path, missing, added);
    }

    private void alternatives(Slot schema, Slot classes, String path) {
        for (int i = 0; i < schema.alternatives().size(); i++) {
            if (schema.alternatives().get(i) instanceof Slot.Element left
                    && classes.alternatives().get(i) instanceof Slot.Element right) {
                types(left.type(), right.type(), path + "/" + left.name().getLocalPart());
            }
        }
    }

    private static Map<String, TypeLayout> byName(List<TypeLayout> types) {
        return types.stream().collect(Collectors.toMap(Object::toString, Function.identity()));
    }

    private static Map<String, Slot> byShape(List<Slot> slots) {
        return slots.stream().collect(Collectors.toMap(LayoutDifferences::shape, Function.identity()));
    }

    private static String shape(Slot slot) {
        return (slot.repeats() ? "*" : "")
                + names(List.of(slot)).stream().map(QName::toString).sorted().toList();
    }

    private static Set<QName> names(List<Slot> slots) {
        return slots.stream()
                .flatMap(slot -> slot.alternatives().stream())
                .map(each -> each instanceof Slot.Element element ? element.name() : new QName("any"))
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<String> locals(Set<QName> names) {
        return names.stream().map(QName::getLocalPart).collect(Collectors.toSet());
    }

    private boolean same(Object expected, Object found, String place) {
        boolean same = expected.equals(found);
        if (!same) {
            unexplained.add(place + ": schema has " + expected + ", classes have " + found);
        }
        return same;
    }

    private boolean explained(boolean isReason, Reason reason, String path, Object schema, Object classes) {
        if (isReason) {
            reasons.add(reason);
        } else {
            unexplained.add(path + ": schema has " + schema + ", classes have " + classes);
        }
        return isReason;
    }

    /** Counts of reasons over many messages. */
    static final class Counts {
        private final Map<Reason, Integer> reasons = new EnumMap<>(Reason.class);
        private final Set<String> unexplained = new TreeSet<>();
        private int messages;
        private int equal;

        void add(LayoutDifferences differences) {
            messages++;
            equal += differences.areNone() ? 1 : 0;
            differences.reasons.forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            unexplained.addAll(differences.unexplained);
        }

        int equal() {
            return equal;
        }

        Set<String> unexplained() {
            return unexplained;
        }

        @Override
        public String toString() {
            StringBuilder text =
                    new StringBuilder(equal + " of " + messages + " with equal fingerprints; differences:\n");
            reasons.forEach((reason, count) -> text.append("  ").append(count + " x " + reason + "\n"));
            return text.toString();
        }
    }
}
