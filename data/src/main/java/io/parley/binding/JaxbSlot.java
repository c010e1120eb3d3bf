package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** A slot whose items are the value of a property of a JAXB class. */
final class JaxbSlot extends BoundSlot {
    private static final QName PARENT = new QName("parent");

    private final JaxbProperty property;
    private final Context context;
    private final List<@Nullable JaxbChoice> choices;
    private final int wildcard;
    private final int nillable;
    private final boolean shared;
    private final boolean adapted;
    private final boolean selective;
    /** Whether items may be texts that their enum does not know. As in JAXB, each of them becomes null. */
    private final boolean mayBeUnknown;

    private final Map<QName, Integer> byName = new HashMap<>();
    private final Map<Class<?>, Integer> byClass;
    private final @Nullable Primitive primitive;

    /**
     * Context of a slot.
     *
     * @param owner the class that has the property
     * @param around names of the elements between the owner's element and the items: a wrapper, or none
     */
    record Context(JaxbXml xml, JaxbModel model, Class<?> owner, List<QName> around) {}

    /**
     * The possible items of a slot.
     *
     * @param choices choices by alternative; null for a wildcard and for an element that Java does not know
     * @param byClass the alternative of a plain value, by its class; -1 for one of another slot
     * @param nil the alternative of a null item; -1 if nulls are omitted
     * @param shared whether the property also has items of other slots
     * @param selective whether the property may have values that no alternative can represent
     */
    record Items(
            List<@Nullable JaxbChoice> choices,
            Map<Class<?>, Integer> byClass,
            int nil,
            boolean shared,
            boolean selective) {}

    JaxbSlot(
            Slot layout,
            String path,
            List<BoundAlternative> alternatives,
            JaxbProperty property,
            Context context,
            Items items) {
        super(layout, path, alternatives);
        this.property = property;
        this.context = context;
        this.choices = items.choices();
        this.shared = items.shared();
        this.selective = items.selective();
        this.mayBeUnknown = layout.repeats()
                && choices.stream().anyMatch(each -> each != null && each.type().isEnum());
        this.wildcard = Members.wildcard(layout);
        this.byClass = items.byClass();
        this.nillable = items.nil();
        for (int i = 0; i < choices.size(); i++) {
            JaxbChoice choice = choices.get(i);
            if (choice != null && choice.form() == JaxbChoice.Form.JAXB_ELEMENT) {
                byName.put(choice.name(), i);
            }
        }
        this.primitive = onlyPrimitive();
        this.adapted = choices.stream().anyMatch(choice -> choice != null && choice.adapter() != null);
    }

    private @Nullable Primitive onlyPrimitive() {
        JaxbChoice only = choices.size() == 1 ? choices.get(0) : null;
        SimpleLayout simple = only == null ? null : alternatives().get(0).simple();
        return only == null || simple == null || shared || !itemsAreContent()
                ? null
                : Primitive.of(property.direct(), simple, only.conversion());
    }

    @Override
    @Nullable
    Field field() {
        SimpleLayout simple = choices.size() == 1 ? alternatives().get(0).simple() : null;
        Accessor accessor = property.direct();
        Field field = accessor == null ? null : accessor.field();
        if (simple == null || simple.list() || field == null || shared || !itemsAreContent()) {
            return null;
        }
        boolean whole = primitive != null && primitive.isPlain(simple);
        boolean object = nillable < 0
                && field.getType() == simple.scalar().javaType()
                && simple.scalar() != Scalar.BASE64_BINARY; // may be on a side stream
        return whole || object ? field : null;
    }

    @Override
    public @Nullable Primitive primitive() {
        return primitive;
    }

    @Override
    public @Nullable Object get(Object owner) {
        Object value = property.get(owner);
        if (value == null && property.isNulled(owner)) {
            return valueForNull(0);
        }
        if (value == null) {
            return nillable >= 0 ? JaxbChoice.Nil.NIL : null;
        }
        return shared && find(value) < 0 ? null : adapted(value);
    }

    /**
     * Returns the content for a value that the adapter converted to null. As in JAXB, which only checks the value
     * before the conversion, it is an empty element if one is possible.
     */
    private Object valueForNull(int alternative) {
        SimpleLayout simple = alternatives().get(alternative).simple();
        if (simple != null && simple.scalar() == Scalar.STRING && !simple.list()) {
            return "";
        }
        throw new ParleyException(
                ErrorCode.ENCODING,
                path() + ": expected the adapter to give a value for one that is there, found null");
    }

    /** Returns the item with the result of its adapter, if it has one. */
    private Object adapted(Object item) {
        int found = adapted ? find(item) : -1;
        JaxbChoice choice = found < 0 ? null : choices.get(found);
        Object adapted = choice == null ? item : choice.adapted(item);
        return adapted instanceof JaxbChoice.Adapted to && to.isNulled() ? to.with(valueForNull(found)) : adapted;
    }

    @Override
    public void set(Object owner, Object item, Links links) {
        if (item == JaxbChoice.Nil.NIL) {
            property.setNil(owner);
        } else {
            property.set(owner, item, links);
        }
    }

    @Override
    public List<?> items(Object owner) {
        List<?> items = property.items(owner);
        if (nillable < 0) {
            List<?> present = JaxbProperty.withoutNulls(items);
            return adapted ? present.stream().map(this::adapted).toList() : present;
        }
        if (!JaxbProperty.hasNull(items) && !adapted) {
            return items;
        }
        List<Object> marked = new ArrayList<>(items.size());
        for (Object item : items) {
            marked.add(item == null ? JaxbChoice.Nil.NIL : adapted(item));
        }
        return marked;
    }

    @Override
    boolean mayRefuse() {
        return selective
                || (context.model().hasReferences() && alternatives().stream().anyMatch(JaxbSlot::isTyped));
    }

    /**
     * Returns whether an item is a bean with references that only this side's classes send as infoset. The receiver
     * does not expect that, and reads the rest of the message separately.
     */
    @Override
    boolean refuses(int alternative, ItemState state) {
        return state == ItemState.INFOSET
                && context.model().hasReferences()
                && isTyped(alternatives().get(alternative));
    }

    private static boolean isTyped(BoundAlternative alternative) {
        return alternative.complex() != null && !alternative.isInfosetBySchema();
    }

    @Override
    public void setItems(Object owner, List<Object> items, Links links) {
        if ((nillable < 0 && !mayBeUnknown) || NumberList.isPacked(items) || !items.contains(JaxbChoice.Nil.NIL)) {
            property.setItems(owner, items, links);
            return;
        }
        List<@Nullable Object> values = new ArrayList<>(items.size());
        for (Object item : items) {
            values.add(item == JaxbChoice.Nil.NIL ? null : item);
        }
        property.setItems(owner, values, links);
    }

    @Override
    public int alternativeOf(Object item) {
        int found = find(item);
        if (found < 0) {
            JAXBElement<?> element = JaxbChoice.elementOf(item);
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path() + ": expected one of " + names() + ", found "
                            + (element != null ? element.getName() : "an object of another class"),
                    UnexpectedObject.of(item));
        }
        return found;
    }

    private List<QName> names() {
        return alternatives().stream()
                .flatMap(each ->
                        each.layout() instanceof Slot.Element element ? Stream.of(element.name()) : Stream.empty())
                .toList();
    }

    private int find(Object item) {
        if (item == JaxbChoice.Nil.NIL) {
            return nillable;
        }
        JAXBElement<?> element = JaxbChoice.elementOf(item);
        if (element != null) {
            return byName.getOrDefault(element.getName(), wildcard);
        }
        for (Class<?> each = item.getClass(); each != null; each = each.getSuperclass()) {
            Integer index = byClass.get(each);
            if (index != null) {
                return index;
            }
        }
        for (Map.Entry<Class<?>, Integer> each : byClass.entrySet()) {
            if (each.getKey().isInstance(item)) {
                return each.getValue();
            }
        }
        return wildcard;
    }

    @Override
    boolean keepsNumbersPacked() {
        return property.keepsNumbersPacked();
    }

    @Override
    public boolean itemsAreContent() {
        JaxbChoice only = choices.size() == 1 ? choices.get(0) : null;
        return only != null
                && only.form() == JaxbChoice.Form.VALUE
                && only.conversion() == Conversion.SAME
                && only.empty() == null;
    }

    /** Returns whether all items are values. If items are their own contents, the only alternative is nil. */
    @Override
    public boolean areValues(List<?> items) {
        if (!itemsAreContent()) {
            return super.areValues(items);
        }
        return nillable < 0 || NumberList.isPacked(items) || !items.contains(JaxbChoice.Nil.NIL);
    }

    @Override
    public boolean takesBinaries(int alternative) {
        JaxbChoice choice = choices.get(alternative);
        return choice != null && choice.conversion() == Binaries.STREAMED;
    }

    @Override
    public ItemState stateOf(Object item, int alternative) {
        JaxbChoice choice = choices.get(alternative);
        if (choice == null) {
            return ItemState.VALUE;
        }
        BoundAlternative bound = alternatives().get(alternative);
        if (!choice.isNamed(item)) {
            return ItemState.INFOSET;
        }
        Object value = choice.valueOf(item);
        if (value == null) {
            return ItemState.NIL;
        }
        if (bound.simple() != null) {
            return ItemState.VALUE;
        }
        BoundType type = bound.complex();
        if (type == null || type.isRecord() || type.substituteOf(value) < 0) {
            return ItemState.INFOSET;
        }
        if (!choice.isNil(item)) {
            return ItemState.VALUE;
        }
        return type instanceof JaxbType jaxb && jaxb.isAttributesAlone(value)
                ? ItemState.NIL_WITH_ATTRIBUTES
                : ItemState.INFOSET;
    }

    @Override
    public Object contentOf(Object item, int alternative) {
        JaxbChoice choice = choices.get(alternative);
        Object value = choice == null ? item : choice.valueOf(item);
        if (choice == null || value == null) {
            throw new ParleyException(ErrorCode.ENCODING, path() + ": expected an element with a value, found null");
        }
        if (alternatives().get(alternative).simple() == null) {
            return value;
        }
        try {
            return choice.conversion().toScalar(value);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the schema's type, found one that is none", e);
        }
    }

    @Override
    public @Nullable Object item(int alternative, ItemState state, @Nullable Object content) throws XMLStreamException {
        JaxbChoice choice = choices.get(alternative);
        if (choice == null || content instanceof Record) {
            return fromRecord(alternative, state, content);
        }
        if (state == ItemState.NIL_WITH_ATTRIBUTES && content != null) {
            return nilItem(choice, alternatives().get(alternative).complex(), content);
        }
        if (state == ItemState.NIL || content == null) {
            if (property.isText()) {
                return List.of(); // like JAXB, which ignores xsi:nil here
            }
            return choice.form() == JaxbChoice.Form.VALUE && !choice.nillable()
                    ? fromRecord(alternative, state, content)
                    : choice.itemOf(null, true);
        }
        if (alternatives().get(alternative).simple() == null) {
            return choice.itemOf(content, false);
        }
        Object value = choice.fromScalar(content);
        if (value == null && choice.form() == JaxbChoice.Form.VALUE) {
            return mayBeUnknown && choice.type().isEnum() ? JaxbChoice.Nil.NIL : null;
        }
        return choice.itemOf(value, false);
    }

    /**
     * Returns a nil item as JAXB does: null for a nillable member, else a {@code JAXBElement} with the attributes and
     * without text.
     */
    private static Object nilItem(JaxbChoice choice, @Nullable BoundType type, Object content) {
        if (choice.form() == JaxbChoice.Form.VALUE && choice.nillable()) {
            return choice.itemOf(null, true);
        }
        if (type instanceof JaxbType jaxb) {
            jaxb.clearText(content);
        }
        return choice.itemOf(content, true);
    }

    /** Reads a typed record without a matching class through XML, so that JAXB chooses its class. */
    private @Nullable Object fromRecord(int alternative, ItemState state, @Nullable Object content)
            throws XMLStreamException {
        Slot.Element element = (Slot.Element) alternatives().get(alternative).layout();
        Object value = content == null
                ? Record.Nil.NIL
                : state == ItemState.NIL_WITH_ATTRIBUTES ? new Record.Nil((Record) content) : content;
        return readInfoset(RecordEvents.of(element, value), alternative);
    }

    @Override
    public void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException {
        JaxbChoice choice = choices.get(alternative);
        boolean named = choice != null && choice.form() == JaxbChoice.Form.VALUE;
        JAXBElement<?> element = named ? null : JaxbChoice.elementOf(item);
        Object value = named ? choice.valueOf(item) : element == null ? item : element.getValue();
        QName name = named ? choice.name() : element == null ? null : element.getName();
        if (value instanceof Element tree && (name == null || name.equals(nameOf(tree)))) {
            DomCopy.write(tree, out); // JAXB's prefixes may clash with those of the tree
        } else if (named) {
            context.xml().writeMember(choice.name(), choice.type(), value, out);
        } else {
            context.xml().write(element == null ? item : element, out);
        }
    }

    private static QName nameOf(Element tree) {
        String local = tree.getLocalName() == null ? tree.getNodeName() : tree.getLocalName();
        return new QName(tree.getNamespaceURI() == null ? "" : tree.getNamespaceURI(), local);
    }

    /** Reads an element as infoset through its bean, because the property determines the element's object. */
    @Override
    public @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
        JaxbChoice choice = choices.get(alternative);
        if (choice != null && context.owner() == MapSlot.Entry.class) {
            return context.xml().read(in, choice.type(), List.of()); // an entry of a map is not a bean
        }
        List<QName> parents = new ArrayList<>();
        parents.add(PARENT);
        parents.addAll(context.around());
        Object bean = context.xml().read(in, context.owner(), parents);
        if (bean == null) {
            return null;
        }
        Object value = property.first(bean);
        checkAlone(value);
        if (value == null) {
            return property.hasNull(bean) ? JaxbChoice.Nil.NIL : null;
        }
        return property.converted(value);
    }

    /**
     * Rejects content that requires the whole message. Conforming peers do not send it: see {@link #refuses}. Where it
     * is legal, JAXB reads the whole part.
     */
    private void checkAlone(@Nullable Object value) {
        Object content = value instanceof JAXBElement<?> element ? element.getValue() : value;
        if (content == null || context.model().known(content.getClass()) == null) {
            return;
        }
        if (context.model().hasReferences()
                || !WholeMessage.callbackOf(content.getClass()).isEmpty()) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    path() + ": expected typed content, because "
                            + context.model().wholeMessage() + "; found infoset");
        }
    }
}
