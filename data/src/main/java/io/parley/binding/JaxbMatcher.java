package io.parley.binding;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Matches each attribute, text and slot of a layout with a property, one to one. */
final class JaxbMatcher {
    private static final Set<PropertyModel.Kind> ELEMENTS =
            EnumSet.of(PropertyModel.Kind.ELEMENTS, PropertyModel.Kind.REFERENCES, PropertyModel.Kind.MAP);

    private final JaxbTypes types;
    private final JaxbType type;
    private final BeanModel bean;
    private final ComplexLayout layout;

    JaxbMatcher(JaxbTypes types, JaxbType type) {
        this.types = types;
        this.type = type;
        this.bean = type.bean();
        this.layout = type.layout();
    }

    void match() throws UnbindableException {
        List<BoundAttribute> attributes = attributes();
        BoundAttribute text = text();
        List<BoundSlot> slots = slots();
        type.complete(attributes, text, slots);
    }

    private List<BoundAttribute> attributes() throws UnbindableException {
        Map<QName, PropertyModel> byName = new LinkedHashMap<>();
        for (PropertyModel property : bean.properties()) {
            if (property.kind() == PropertyModel.Kind.ATTRIBUTE) {
                byName.put(property.attribute(), property);
            } else if (property.kind() == PropertyModel.Kind.ANY_ATTRIBUTE) {
                type.otherAttributes(property);
            }
        }
        List<BoundAttribute> attributes = new ArrayList<>();
        for (AttributeSlot slot : layout.attributes()) {
            PropertyModel property = byName.remove(slot.name());
            if (property == null) {
                throw new UnbindableException("the attribute " + slot.name() + " of " + layout + " has no property in "
                        + bean.type().getName());
            }
            String path = type.path() + "/@" + slot.name().getLocalPart();
            attributes.add(text(property, slot.type(), path, false, types));
        }
        if (!byName.isEmpty()) {
            PropertyModel unmatched = byName.values().iterator().next();
            throw new UnbindableException(
                    where(unmatched) + ", the attribute " + unmatched.attribute() + ", has no place in " + layout);
        }
        return attributes;
    }

    private @Nullable BoundAttribute text() throws UnbindableException {
        PropertyModel value = null;
        for (PropertyModel property : bean.properties()) {
            value = property.kind() == PropertyModel.Kind.VALUE ? property : value;
        }
        if (layout.content() instanceof ComplexLayout.Content.Text text) {
            if (value == null) {
                throw new UnbindableException("the text of " + layout + " has no property in "
                        + bean.type().getName());
            }
            return text(value, text.type(), type.path() + "/text()", true, types);
        }
        if (value != null) {
            throw new UnbindableException(where(value) + ", the text, has no place in " + layout);
        }
        return null;
    }

    /** Binds a property to an attribute or to the text of an element. */
    static BoundAttribute text(
            PropertyModel property, SimpleLayout type, String path, boolean isContent, JaxbTypes types)
            throws UnbindableException {
        boolean direct = isDirect(property, type);
        JaxbProperty access = new JaxbProperty(property, !direct, isContent);
        Class<?> java = property.valueClass(direct);
        Conversion conversion;
        if (property.idref()) {
            conversion = Conversions.ofReferences(types.model().references(), type, property.collection());
        } else if (property.collection()) {
            conversion = types.items(java, type, property.schemaType());
        } else {
            conversion = types.value(java, type, property.schemaType());
        }
        return new JaxbAttribute(type, path, access, conversion, isContent, isContent ? emptyText(type) : null);
    }

    /** Returns the value of an element without text: an empty string, an empty list, or null. */
    private static @Nullable Object emptyText(SimpleLayout type) {
        if (type.list()) {
            return List.of();
        }
        return switch (type.scalar()) {
            case STRING -> "";
            case HEX_BINARY, BASE64_BINARY -> new byte[0];
            default -> null;
        };
    }

    /** Returns whether the property needs no adapter, because the wire format makes its conversion superfluous. */
    static boolean isDirect(PropertyModel property, SimpleLayout type) {
        return isDirect(property.adapter(), type);
    }

    /** Returns whether there is no adapter, or the wire format makes its conversion superfluous. */
    static boolean isDirect(@Nullable AdapterModel adapter, SimpleLayout type) {
        return adapter == null
                || (adapter.is(jakarta.xml.bind.annotation.adapters.HexBinaryAdapter.class)
                        && type.scalar() == io.parley.layout.Scalar.HEX_BINARY);
    }

    private List<BoundSlot> slots() throws UnbindableException {
        List<Slot> slots = Record.slotsOf(layout);
        IdentityHashMap<PropertyChoices, List<Slot>> places = new IdentityHashMap<>();
        List<PropertyChoices> owners = new ArrayList<>();
        List<PropertyChoices> all = new ArrayList<>();
        for (PropertyModel property : bean.properties()) {
            if (ELEMENTS.contains(property.kind())) {
                all.add(new PropertyChoices(property, bean.type(), types));
            }
        }
        Map<QName, List<PropertyChoices>> byName = new HashMap<>();
        for (PropertyChoices each : all) {
            for (QName name : each.names()) {
                byName.computeIfAbsent(name, key -> new ArrayList<>(1)).add(each);
            }
        }
        for (Slot slot : slots) {
            PropertyChoices owner = owner(slot, candidates(slot, byName, all));
            owners.add(owner);
            places.computeIfAbsent(owner, key -> new ArrayList<>()).add(slot);
        }
        for (PropertyChoices each : all) {
            checkPlaces(each, places.getOrDefault(each, List.of()));
        }
        List<BoundSlot> bound = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++) {
            PropertyChoices owner = owners.get(i);
            boolean shared = places.getOrDefault(owner, List.of()).size() > 1;
            bound.add(owner.bind(slots.get(i), type.path() + "/" + Members.name(slots.get(i)), shared));
        }
        return bound;
    }

    /** Returns the properties that have at least one alternative of a slot. */
    private static Set<PropertyChoices> candidates(
            Slot slot, Map<QName, List<PropertyChoices>> byName, List<PropertyChoices> all) {
        Set<PropertyChoices> found = new LinkedHashSet<>();
        if (Members.wildcard(slot) >= 0) {
            all.stream().filter(each -> each.fits(slot)).forEach(found::add);
            return found;
        }
        for (Slot.Alternative alternative : slot.alternatives()) {
            if (alternative instanceof Slot.Element element) {
                found.addAll(byName.getOrDefault(element.name(), List.of()));
            }
        }
        return found;
    }

    private PropertyChoices owner(Slot slot, Set<PropertyChoices> candidates) throws UnbindableException {
        PropertyChoices owner = null;
        for (PropertyChoices each : candidates) {
            if (owner != null) {
                throw new UnbindableException(bean.type().getName() + ": the properties "
                        + owner.property().name() + " and " + each.property().name() + " share the place "
                        + Members.name(slot) + " of " + layout);
            }
            owner = each;
        }
        if (owner == null) {
            throw new UnbindableException("the element " + Members.name(slot) + " of " + layout + " has no property in "
                    + bean.type().getName());
        }
        return owner;
    }

    private void checkPlaces(PropertyChoices choices, List<Slot> places) throws UnbindableException {
        PropertyModel property = choices.property();
        if (places.isEmpty()) {
            throw new UnbindableException(where(property) + " has no place in " + layout);
        }
        for (QName name : choices.names()) {
            if (places.stream().noneMatch(slot -> Members.alternative(slot, name) >= 0)) {
                throw new UnbindableException(
                        where(property) + ", the element " + name + ", has no place in " + layout);
            }
        }
        for (Slot slot : places) {
            // A wrapper element occurs once.
            boolean several = property.collection() && property.wrapper() == null && !property.list();
            if (slot.repeats() != several || (several && places.size() > 1)) {
                throw new UnbindableException(
                        where(property) + (several ? " holds several" : " holds one") + " where " + layout + " has "
                                + (slot.repeats() ? "a list" : "single elements") + " of " + Members.name(slot));
            }
        }
    }

    private String where(PropertyModel property) {
        return bean.type().getName() + ": the property " + property.name();
    }
}
