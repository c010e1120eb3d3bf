package io.parley.binding;

import jakarta.xml.bind.JAXBElement;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * An element that a property may be, tied to an alternative of a slot.
 *
 * @param form its form in Java
 * @param name the element
 * @param type the class of its value in Java
 * @param scope the scope of a {@code JAXBElement}
 * @param adapter turns the value of a {@code JAXBElement} into the one that JAXB is given, or null
 * @param conversion between its value and the wire's form; meaningless for complex types
 * @param nillable whether a null item is {@code xsi:nil}
 * @param empty the value that an empty element means, or null
 */
record JaxbChoice(
        Form form,
        QName name,
        Class<?> type,
        Class<?> scope,
        @Nullable AdapterModel adapter,
        Conversion conversion,
        boolean nillable,
        @Nullable Object empty) {

    enum Form {
        /** The value itself. */
        VALUE,
        /** A {@code JAXBElement} around the value. */
        JAXB_ELEMENT
    }

    /** An item that is nil. */
    enum Nil {
        NIL
    }

    /** An element with the value that its adapter gives to JAXB. */
    record Adapted(JAXBElement<?> element, @Nullable Object value) {
        /** Returns whether the adapter returned null for a value that is present. */
        boolean isUnsaid() {
            return value == null && element.getValue() != null;
        }

        Adapted with(Object said) {
            return new Adapted(element, said);
        }
    }

    /** The element that an item is, or null if it does not say its name. */
    static @Nullable JAXBElement<?> elementOf(Object item) {
        if (item instanceof Adapted adapted) {
            return adapted.element();
        }
        return item instanceof JAXBElement<?> element ? element : null;
    }

    /** The item with what its adapter makes of it, which is asked once, and as by JAXB not for what is null. */
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

    /** Returns whether an item is of this element by its name, or has no name. */
    boolean isNamed(Object item) {
        JAXBElement<?> element = elementOf(item);
        return element == null || element.getName().equals(name);
    }

    boolean isNil(Object item) {
        JAXBElement<?> element = elementOf(item);
        return item == Nil.NIL || (element != null && element.isNil());
    }

    /** The item of a value. */
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

    /** The value of a simple content; null if Java has none. */
    @Nullable
    Object fromScalar(Object content) {
        if (empty != null && isEmpty(content)) {
            return empty;
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
