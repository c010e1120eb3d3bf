package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of records from events, guided by their layouts. Comments and processing instructions are skipped. An element
 * with content that its layout does not describe (an unknown {@code xsi:type}, further attributes) becomes a {@link
 * Fragment}. For a simple type this is an element with any attribute or another type. An empty element with text
 * content has its default value (XML Schema Part 1, 3.3.4).
 */
final class RecordXmlReader {
    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;

    private final XMLStreamReader in;

    RecordXmlReader(XMLStreamReader in) {
        this.in = in;
    }

    /** Reads the element at the reader's position, and moves the reader to its end. */
    Object read(Slot.Element element) throws XMLStreamException {
        if (!in.getName().equals(element.name())) {
            throw violation("element " + element.name(), in.getName().toString());
        }
        if (element.type() instanceof SimpleLayout simple) {
            return readSimple(element, simple);
        }
        ComplexLayout type = actualType((ComplexLayout) element.type());
        if (type == null || RecordTypes.isUntyped(type) || !attributesFit(type)) {
            return Fragment.read(in);
        }
        Record record = new Record(type);
        readAttributes(record);
        if (isNil()) {
            expectEmpty(element);
            return record.hasAttributes() || type != element.type() ? new Record.Nil(record) : Record.Nil.NIL;
        }
        readContent(record, element);
        return record;
    }

    private Object readSimple(Slot.Element element, SimpleLayout type) throws XMLStreamException {
        QName actual = actualTypeName();
        boolean declared = actual == null || type.name().filter(actual::equals).isPresent();
        if (!declared || hasAttributes()) {
            return Fragment.read(in);
        }
        if (isNil()) {
            expectEmpty(element);
            return Record.Nil.NIL;
        }
        return readText(type, element);
    }

    private Object readText(SimpleLayout type, Slot.Element element) throws XMLStreamException {
        String text = in.getElementText();
        String defaultValue = text.isEmpty() ? element.whenEmpty() : null;
        return parse(type, defaultValue == null ? text : defaultValue, element.name());
    }

    /** Returns the type of {@code xsi:type}, or null if it is not a possible one. */
    private @Nullable ComplexLayout actualType(ComplexLayout declared) {
        QName name = actualTypeName();
        if (name == null || declared.name().filter(name::equals).isPresent()) {
            return declared;
        }
        for (TypeLayout substitute : declared.substitutes()) {
            if (substitute instanceof ComplexLayout complex
                    && complex.name().filter(name::equals).isPresent()) {
                return complex;
            }
        }
        return null;
    }

    /** Returns the name in {@code xsi:type}, or null if there is none. */
    private @Nullable QName actualTypeName() {
        String text = in.getAttributeValue(XSI, "type");
        if (text == null) {
            return null;
        }
        String trimmed = Lexical.collapse(text);
        int colon = trimmed.indexOf(':');
        String namespace = in.getNamespaceURI(colon < 0 ? "" : trimmed.substring(0, colon));
        return new QName(namespace == null ? "" : namespace, trimmed.substring(colon + 1));
    }

    private boolean hasAttributes() {
        for (int i = 0; i < in.getAttributeCount(); i++) {
            if (!in.getAttributeName(i).getNamespaceURI().equals(XSI)) {
                return true;
            }
        }
        return false;
    }

    private boolean attributesFit(ComplexLayout type) {
        if (type.anyAttribute()) {
            return true;
        }
        for (int i = 0; i < in.getAttributeCount(); i++) {
            QName name = in.getAttributeName(i);
            if (!name.getNamespaceURI().equals(XSI)
                    && type.attributes().stream().noneMatch(slot -> slot.name().equals(name))) {
                return false;
            }
        }
        return true;
    }

    private void readAttributes(Record record) {
        ComplexLayout type = record.type();
        Map<QName, String> others = new LinkedHashMap<>();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            QName name = in.getAttributeName(i);
            if (name.getNamespaceURI().equals(XSI)) {
                continue;
            }
            int index = indexOf(type, name);
            if (index >= 0) {
                record.attributeAt(index, parse(type.attributes().get(index).type(), in.getAttributeValue(i), name));
            } else {
                others.put(name, in.getAttributeValue(i));
            }
        }
        if (!others.isEmpty()) {
            record.otherAttributes(others);
        }
    }

    private static int indexOf(ComplexLayout type, QName attribute) {
        for (int i = 0; i < type.attributes().size(); i++) {
            if (type.attributes().get(i).name().equals(attribute)) {
                return i;
            }
        }
        return -1;
    }

    private void readContent(Record record, Slot.Element element) throws XMLStreamException {
        if (record.type().content() instanceof ComplexLayout.Content.Text text) {
            record.text(readText(text.type(), element));
            return;
        }
        List<Slot> slots = Record.slotsOf(record.type());
        int from = 0;
        while (nextChild(record.type())) {
            int index = slotFor(record, slots, from);
            put(record, slots.get(index), index);
            from = index;
        }
    }

    private void put(Record record, Slot slot, int index) throws XMLStreamException {
        Object item = readItem(slot);
        if (!slot.repeats()) {
            record.slotAt(index, item);
            return;
        }
        Object items = record.slotAt(index);
        if (items == null) {
            items = new ArrayList<>();
            record.slotAt(index, items);
        }
        Values.list(items).add(item);
    }

    private Object readItem(Slot slot) throws XMLStreamException {
        int alternative = Members.alternative(slot, in.getName());
        if (alternative < 0) {
            return Fragment.read(in);
        }
        Slot.Element element = (Slot.Element) slot.alternatives().get(alternative);
        Object value = read(element);
        return slot.isSingleElement() ? value : new Record.Item(element.name(), value);
    }

    /**
     * Returns the slot for the current child: the next free one in schema order, else any free one, else that of a
     * wildcard.
     */
    private int slotFor(Record record, List<Slot> slots, int from) {
        QName name = in.getName();
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < slots.size(); i++) {
                int index = (from + i) % slots.size();
                Slot slot = slots.get(index);
                boolean fits = pass == 0 ? Members.alternative(slot, name) >= 0 : Members.wildcard(slot) >= 0;
                if (fits && (slot.repeats() || record.slotAt(index) == null)) {
                    return index;
                }
            }
        }
        throw violation("an element of " + record.type(), name.toString());
    }

    private boolean nextChild(ComplexLayout type) throws XMLStreamException {
        while (true) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    return true;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!in.isWhiteSpace()) {
                        throw violation("elements of " + type, "text");
                    }
                }
                default -> {
                    // white space, comments and instructions are ignored
                }
            }
        }
    }

    private boolean isNil() {
        String nil = in.getAttributeValue(XSI, "nil");
        return nil != null && (nil.strip().equals("true") || nil.strip().equals("1"));
    }

    private void expectEmpty(Slot.Element element) throws XMLStreamException {
        if (!in.getElementText().isBlank()) {
            throw violation("no content in the nil element " + element.name(), "text");
        }
    }

    private Object parse(SimpleLayout type, String text, QName where) {
        try {
            return Lexical.parse(type, text, in::getNamespaceURI);
        } catch (IllegalArgumentException e) {
            throw violation(where + " to be of type " + type.builtIn().getLocalPart(), "other text");
        }
    }

    private ParleyException violation(String expected, String found) {
        int line = in.getLocation() == null ? -1 : in.getLocation().getLineNumber();
        return new ParleyException(
                ErrorCode.SCHEMA_VIOLATION,
                "expected " + expected + ", found " + found + (line > 0 ? " in line " + line : ""));
    }
}
