package io.parley.binding;

import jakarta.xml.bind.JAXBElement;
import java.util.List;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A possible element of a property, bound to an alternative of a slot.
 *
 * @param form its form in Java
 * @param name name of the element
 * @param type the Java class of its value
 * @param scope the scope of a {@code JAXBElement}
 * @param adapter converts the value of a {@code JAXBElement} to the one that JAXB marshals, or null
 * @param conversion conversion of its value to and from the scalar form; unused for complex types
 * @param nillable whether a null item is {@code xsi:nil}
 * @param empty makes the value of an empty element, a new one each time since it may be changed; null if there is none
 */
record JaxbChoice(
        Form form,
        QName name,
        Class<?> type,
        Class<?> scope,
        @Nullable AdapterModel adapter,
        Conversion conversion,
        boolean nillable,
        @Nullable Supplier<@Nullable Object> empty) {

    enum Form {
        /** The value itself. */
        VALUE,
        /** A {@code JAXBElement} around the value. */
        JAXB_ELEMENT
    }

    /** Marker of an item that is nil. */
    enum Nil {
        NIL
    }

    /** An element with the value that its adapter produced for JAXB. */
    record Adapted(JAXBElement<?> element, @Nullable Object value) {
        /** Returns whether the adapter returned null for a value that is not null. */
        boolean isNulled() {
            return value == null && element.getValue() != null;
        }

        Adapted with(Object replacement) {
            return new Adapted(element, replacement);
        }
    }

    /** Returns the {@code JAXBElement} of an item, or null if the item is a plain value. */
    static @Nullable JAXBElement<?> elementOf(Object item) {
        if (item instanceof Adapted adapted) {
            return adapted.element();
        }
        return item instanceof JAXBElement<?> element ? element : null;
    }

    /**
     * Returns the item with the result of its adapter, which is called once. Like JAXB it does not call the adapter for
     * null.
     */
    Object adapted(Object item) {
        if (adapter == null || !(item instanceof JAXBElement<?> element) || !isNamed(item)) {
            return item;
        }
        return new Adapted(element, element.getValue() == null ? null : adapter.marshal(element.getValue()));
    }

    @Nullable
    Object valueOf(Object item) {
        if (item == Nil.NIL) {
            return null;
        }
        if (item instanceof Adapted adapted) {
            return adapted.value();
        }
        return form == Form.JAXB_ELEMENT ? ((JAXBElement<?>) item).getValue() : item;
    }

    /** Returns whether an item has the name of this element, or no name. */
    boolean isNamed(Object item) {
        JAXBElement<?> element = elementOf(item);
        return element == null || element.getName().equals(name);
    }

    boolean isNil(Object item) {
        JAXBElement<?> element = elementOf(item);
        return item == Nil.NIL || (element != null && element.isNil());
    }

    /** Returns the item for a value. */
    Object itemOf(@Nullable Object value, boolean nil) {
        if (form == Form.VALUE) {
            return value == null ? Nil.NIL : value;
        }
        JAXBElement<Object> element = element(value == null || adapter == null ? value : adapter.unmarshal(value));
        if (nil) {
            element.setNil(true);
        }
        return element;
    }

    /** Returns the Java value of a simple content; null if it has no Java form. */
    @Nullable
    Object fromScalar(Object content) {
        if (empty != null && isEmpty(content)) {
            return empty.get();
        }
        return conversion.fromScalar(content);
    }

    private static boolean isEmpty(Object content) {
        return content.equals("")
                || (content instanceof byte[] bytes && bytes.length == 0)
                || (content instanceof List<?> items && items.isEmpty());
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The declared class is only known at run time.
    private JAXBElement<Object> element(@Nullable Object value) {
        return new JAXBElement(name, type, scope, value);
    }
}
