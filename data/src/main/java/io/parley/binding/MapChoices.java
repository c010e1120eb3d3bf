package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/**
 * Binds a property that is a map to the element that JAXB defines for it, with an entry of key and value for each
 * mapping.
 */
final class MapChoices {
    private final PropertyModel property;
    private final Class<?> owner;
    private final JaxbTypes types;

    MapChoices(PropertyModel property, Class<?> owner, JaxbTypes types) {
        this.property = property;
        this.owner = owner;
        this.types = types;
    }

    BoundSlot bind(Slot slot, String path, PropertyModel.Wrapper name) throws UnbindableException {
        Slot.Element element = (Slot.Element) slot.alternatives().get(0);
        if (!slot.isSingleElement() || slot.repeats()) {
            throw noPlace(path);
        }
        ComplexLayout around = structure(element, path);
        Slot entries = Record.slotsOf(around).get(0);
        if (!Structure.isList(around) || !entries.isSingleElement()) {
            throw noPlace(path);
        }
        Slot.Element entry = (Slot.Element) entries.alternatives().get(0);
        ComplexLayout pair = structure(entry, path);
        if (!entry.name().equals(new QName("entry")) || !Structure.fits(pair, 2)) {
            throw noPlace(path);
        }
        Type[] arguments = Generics.arguments(property.type(), Map.class);
        List<BoundSlot> members = new ArrayList<>();
        members.add(member(pair, 0, "key", arguments[0], path));
        members.add(member(pair, 1, "value", arguments[1], path));
        BoundType pairs = new Structure(pair, path + "/entry", members, MapSlot.Entry::new);
        BoundSlot inside = new MapSlot.Entries(entries, path + "/entry", BoundAlternative.complex(entry, pairs));
        BoundType map = new Structure(around, path, List.of(inside), ArrayList::new);
        return new MapSlot(
                slot,
                path,
                BoundAlternative.complex(element, map),
                property,
                name.nillable(),
                new JaxbSlot.Context(types.xml(), types.model(), owner, List.of()));
    }

    private ComplexLayout structure(Slot.Element element, String path) throws UnbindableException {
        if (element.type() instanceof ComplexLayout layout
                && !Record.slotsOf(layout).isEmpty()) {
            return layout;
        }
        throw noPlace(path);
    }

    private BoundSlot member(ComplexLayout pair, int index, String name, Type type, String path)
            throws UnbindableException {
        Slot slot = Record.slotsOf(pair).get(index);
        if (Members.alternative(slot, new QName(name)) < 0 || slot.repeats()) {
            throw noPlace(path);
        }
        try {
            Accessor accessor =
                    Accessor.interpreted(new BeanMember.OfField(MapSlot.Entry.class.getDeclaredField(name)));
            PropertyModel member = PropertyModel.element(name, accessor, type);
            return new PropertyChoices(member, MapSlot.Entry.class, types).bind(slot, path + "/" + name, false);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("an entry without its " + name, e);
        }
    }

    private UnbindableException noPlace(String path) {
        return new UnbindableException(
                owner.getName() + ": the property " + property.name() + " is a map, and " + path + " has no entries");
    }
}
