package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyElement;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The possible elements of one property, and their binding to slots. */
final class PropertyChoices {
    private final PropertyModel property;
    private final Class<?> owner;
    private final JaxbTypes types;
    private final Map<QName, Choice> choices = new LinkedHashMap<>();

    /**
     * A possible element.
     *
     * @param decl the declaration of a {@code JAXBElement}, or null for an element that is its value
     */
    private record Choice(
            Type type,
            boolean nillable,
            @Nullable String defaultValue,
            @Nullable ElementDecl decl) {
        JaxbChoice.Form form() {
            return decl == null ? JaxbChoice.Form.VALUE : JaxbChoice.Form.JAXB_ELEMENT;
        }

        Class<?> scope() {
            return decl == null || decl.scope() == null ? JAXBElement.GlobalScope.class : decl.scope();
        }
    }

    PropertyChoices(PropertyModel property, Class<?> owner, JaxbTypes types) throws UnbindableException {
        this.property = property;
        this.owner = owner;
        this.types = types;
        for (PropertyModel.ElementModel each : property.elements()) {
            choices.put(each.name(), new Choice(each.type(), each.nillable(), each.defaultValue(), null));
        }
        for (PropertyModel.ReferenceModel each : property.references()) {
            if (each.type() == JAXBElement.class) {
                declared(each.name());
            } else {
                roots(each.type());
            }
        }
    }

    PropertyModel property() {
        return property;
    }

    /** Returns the names of the elements that Java knows here. */
    Set<QName> names() {
        return property.wrapper() == null
                ? choices.keySet()
                : Set.of(property.wrapper().name());
    }

    /** Returns whether the property has at least one of the slot's alternatives. */
    boolean fits(Slot slot) {
        if (property.wrapper() == null && Members.wildcard(slot) >= 0 && property.any() != null) {
            return true;
        }
        return names().stream().anyMatch(name -> Members.alternative(slot, name) >= 0);
    }

    BoundSlot bind(Slot slot, String path, boolean shared) throws UnbindableException {
        PropertyModel.Wrapper wrapper = property.wrapper();
        if (wrapper == null) {
            return bind(slot, path, shared, List.of());
        }
        return property.kind() == PropertyModel.Kind.MAP
                ? new MapChoices(property, owner, types).bind(slot, path, wrapper)
                : wrapped(slot, path, wrapper);
    }

    private BoundSlot wrapped(Slot slot, String path, PropertyModel.Wrapper wrapper) throws UnbindableException {
        Slot.Element element = (Slot.Element) slot.alternatives().get(Members.alternative(slot, wrapper.name()));
        if (!slot.isSingleElement() || !(element.type() instanceof ComplexLayout layout) || !Structure.isList(layout)) {
            throw new UnbindableException(owner.getName() + ": the property " + property.name()
                    + " has an element around its " + "items that " + path + " has not");
        }
        Slot inner = Record.slotsOf(layout).get(0);
        for (QName name : choices.keySet()) {
            if (Members.alternative(inner, name) < 0) {
                throw new UnbindableException(owner.getName() + ": the property " + property.name() + ", the element "
                        + name + ", has no place in " + path);
            }
        }
        BoundSlot items = bind(inner, path + "/" + Members.name(inner), false, List.of(wrapper.name()));
        BoundType around =
                new Structure(layout, path, List.of(new WrapperSlot.Items(items)), () -> new WrapperSlot.Wrapped(null));
        return new WrapperSlot(
                slot,
                path,
                BoundAlternative.complex(element, around),
                items,
                new JaxbProperty(property, property.adapter() != null),
                new JaxbSlot.Context(types.xml(), types.model(), owner, List.of()));
    }

    private BoundSlot bind(Slot slot, String path, boolean shared, List<QName> around) throws UnbindableException {
        List<BoundAlternative> alternatives = new ArrayList<>();
        List<@Nullable JaxbChoice> found = new ArrayList<>();
        boolean adapted = property.adapter() != null;
        for (Slot.Alternative alternative : slot.alternatives()) {
            Choice choice = alternative instanceof Slot.Element element ? choices.get(element.name()) : null;
            if (alternative instanceof Slot.Element element && choice != null) {
                adapted &= !(element.type() instanceof SimpleLayout simple && JaxbMatcher.isDirect(property, simple));
                bind(element, choice, path, alternatives, found);
            } else {
                alternatives.add(unknown(alternative, path));
                found.add(null);
            }
        }
        JaxbSlot.Context context = new JaxbSlot.Context(types.xml(), types.model(), owner, around);
        return new JaxbSlot(
                slot,
                path,
                alternatives,
                new JaxbProperty(property, adapted, isLeaf(slot)),
                context,
                new JaxbSlot.Items(found, byClass(slot, found), nil(slot), shared, isSelective(slot)));
    }

    /** Returns whether the property is the text of one element, whose value JAXB does not check before writing it. */
    private boolean isLeaf(Slot slot) {
        boolean single = property.kind() == PropertyModel.Kind.ELEMENTS
                && property.elements().size() == 1
                && !property.collection();
        return single
                && slot.isSingleElement()
                && ((Slot.Element) slot.alternatives().get(0)).type() instanceof SimpleLayout
                && isOfAdapter(Generics.erase(property.elements().get(0).type()));
    }

    /** Returns whether an annotation names no class other than that of the adapter's values. */
    private boolean isOfAdapter(Class<?> annotated) {
        AdapterModel adapter = property.adapter();
        return adapter == null
                || annotated == Generics.erase(property.itemType())
                || annotated == Generics.erase(adapter.valueType());
    }

    /**
     * Returns the alternative for each class of items, as JAXB decides it: of several elements of one class the last
     * one; -1 for a class whose element is in another slot.
     */
    private Map<Class<?>, Integer> byClass(Slot slot, List<@Nullable JaxbChoice> found) {
        Map<Class<?>, Integer> byClass = new LinkedHashMap<>();
        choices.forEach((name, choice) -> {
            int index = Members.alternative(slot, name);
            JaxbChoice here = index < 0 ? null : found.get(index);
            if (choice.form() == JaxbChoice.Form.VALUE) {
                byClass.put(Primitives.boxed(here == null ? Generics.erase(choice.type()) : here.type()), index);
            }
        });
        return byClass;
    }

    /**
     * Returns the alternative of a null item, as JAXB decides it. Of a collection it is the first nillable element. Of
     * a single value it is the first element, if any element is nillable. It is -1 if nulls are omitted or belong to
     * another slot, and for a list that is one text.
     */
    private int nil(Slot slot) {
        if (property.collection() && property.list()) {
            return -1;
        }
        boolean any = choices.values().stream().anyMatch(Choice::nillable);
        return choices.entrySet().stream()
                .filter(each -> property.collection() ? each.getValue().nillable() : any)
                .findFirst()
                .map(first -> Members.alternative(slot, first.getKey()))
                .orElse(-1);
    }

    private void bind(
            Slot.Element element,
            Choice choice,
            String path,
            List<BoundAlternative> alternatives,
            List<@Nullable JaxbChoice> found)
            throws UnbindableException {
        AdapterModel adapter = adapter(choice, element.type());
        Type value = adapter != null && !overridesClass(choice) ? adapter.valueType() : choice.type();
        if (choice.decl() == null && isAdapted() && adapter == null) {
            value = property.itemType();
        }
        Class<?> java = Generics.erase(value);
        Conversion conversion = Conversion.SAME;
        Supplier<@Nullable Object> empty = null;
        if (element.type() instanceof SimpleLayout simple) {
            conversion = choice.decl() == null ? conversion(value, simple) : conversion(value, simple, choice.decl());
            empty = empty(choice, conversion, simple);
            alternatives.add(BoundAlternative.simple(element, simple));
        } else if (choice.decl() != null && (adapter != null || choice.defaultValue() != null)) {
            types.note(path, "only JAXB knows what the adapter or default of an element means for complex content");
            alternatives.add(BoundAlternative.infoset(element));
            adapter = null;
        } else {
            alternatives.add(complex(element, java, (ComplexLayout) element.type(), path));
        }
        found.add(new JaxbChoice(
                choice.form(),
                element.name(),
                choice.decl() == null ? java : Generics.erase(choice.type()),
                choice.scope(),
                choice.decl() == null ? null : adapter,
                conversion,
                choice.nillable(),
                empty));
    }

    /** Returns the adapter to apply; null if the wire format makes its conversion superfluous. */
    private @Nullable AdapterModel adapter(Choice choice, TypeLayout type) {
        AdapterModel adapter = isAdapted() ? property.adapter() : null;
        if (choice.decl() != null) {
            adapter = choice.decl().adapter();
        }
        return type instanceof SimpleLayout simple && JaxbMatcher.isDirect(adapter, simple) ? null : adapter;
    }

    /** Returns whether an annotation overrides the class of an element whose value comes from an adapter. */
    private boolean overridesClass(Choice choice) {
        return choice.decl() == null && Generics.erase(choice.type()) != Generics.erase(property.itemType());
    }

    /** Returns whether the property's adapter converts the content of elements, rather than whole elements. */
    private boolean isAdapted() {
        return property.adapter() != null && property.kind() == PropertyModel.Kind.ELEMENTS;
    }

    private Conversion conversion(Type value, SimpleLayout simple, ElementDecl decl) throws UnbindableException {
        Type items = Generics.itemType(value);
        return items != null && decl.adapter() == null && List.class.isAssignableFrom(Generics.erase(value))
                ? types.items(Generics.erase(items), simple, decl.schemaType())
                : types.value(Generics.erase(value), simple, decl.schemaType());
    }

    /** Returns whether the property may have items of a class for which no element is declared. */
    private boolean isSelective(Slot slot) {
        for (Slot.Alternative alternative : slot.alternatives()) {
            Choice choice = alternative instanceof Slot.Element element ? choices.get(element.name()) : null;
            if (choice != null && alternative instanceof Slot.Element element && isSelective(choice, element)) {
                return true;
            }
        }
        return false;
    }

    private boolean isSelective(Choice choice, Slot.Element element) {
        if (!(element.type() instanceof SimpleLayout) || choice.form() == JaxbChoice.Form.JAXB_ELEMENT) {
            return false;
        }
        Class<?> item = Generics.erase(property.itemType());
        return property.adapter() == null
                && !property.idref()
                && Primitives.boxed(item) != Primitives.boxed(Generics.erase(choice.type()));
    }

    private Conversion conversion(Type value, SimpleLayout simple) throws UnbindableException {
        if (property.idref()) {
            return Conversions.ofReferences(types.model().references(), simple, simple.list());
        }
        Type items = Generics.itemType(value);
        if (items != null && (property.list() || simple.list())) {
            return types.items(Generics.erase(items), simple, property.schemaType());
        }
        Class<?> java = Generics.erase(value);
        return property.collection() && property.list()
                ? types.items(java, simple, property.schemaType())
                : types.value(java, simple, property.schemaType());
    }

    private @Nullable Supplier<@Nullable Object> empty(Choice choice, Conversion conversion, SimpleLayout simple)
            throws UnbindableException {
        String text = choice.defaultValue();
        if (text == null) {
            return null;
        }
        Supplier<@Nullable Object> parsed = () -> conversion.fromScalar(Lexical.parse(simple, text));
        try {
            return parsed.get() == null ? null : parsed;
        } catch (IllegalArgumentException e) {
            throw new UnbindableException(
                    owner.getName() + ": the property " + property.name() + " has a default that its type cannot have",
                    e);
        }
    }

    private BoundAlternative complex(Slot.Element element, Class<?> java, ComplexLayout layout, String path)
            throws UnbindableException {
        if (layout.content() instanceof ComplexLayout.Content.Infoset infoset) {
            types.note(path, infoset.reason());
            return BoundAlternative.infoset(element);
        }
        try {
            return BoundAlternative.complex(element, types.of(java, layout));
        } catch (UnbindableException e) {
            types.note(path, e.reason());
            BoundType record = types.record(layout);
            return e.isBySchema()
                    ? BoundAlternative.infosetOrRecord(element, record)
                    : BoundAlternative.complex(element, record);
        }
    }

    private BoundAlternative unknown(Slot.Alternative alternative, String path) {
        if (!(alternative instanceof Slot.Element element)) {
            XmlAnyElement any = property.any();
            if (any != null && any.lax()) {
                types.note(path, "any element may stand here");
            } else {
                types.noteWithoutBeans(path, "any element may stand here");
            }
            return BoundAlternative.infoset(alternative);
        }
        if (element.type() instanceof SimpleLayout simple) {
            return BoundAlternative.simple(element, simple);
        }
        ComplexLayout complex = (ComplexLayout) element.type();
        return RecordTypes.isUntyped(complex)
                ? BoundAlternative.infoset(element)
                : BoundAlternative.complex(element, types.record(complex));
    }

    private void declared(QName name) throws UnbindableException {
        ElementDecl decl = types.model().element(name, owner);
        if (decl == null) {
            throw new UnbindableException(owner.getName() + ": no object factory declares the element " + name);
        }
        put(decl);
        for (ElementDecl member : types.model().members(name)) {
            put(member);
        }
    }

    private void put(ElementDecl decl) throws UnbindableException {
        if (!decl.obstacle().isEmpty()) {
            throw UnbindableException.bySchema(
                    owner.getName() + ": the element " + decl.name() + ": " + decl.obstacle());
        }
        choices.put(decl.name(), new Choice(decl.type(), false, decl.defaultValue(), decl));
    }

    private void roots(Class<?> type) throws UnbindableException {
        List<BeanModel> roots = types.model().roots(type);
        if (roots.isEmpty()) {
            throw new UnbindableException(owner.getName() + ": the property " + property.name() + " refers to "
                    + type.getName() + ", which has no root element");
        }
        for (BeanModel root : roots) {
            if (root.rootElement() != null) {
                choices.put(root.rootElement(), new Choice(root.type(), false, null, null));
            }
        }
    }
}
