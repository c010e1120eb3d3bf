package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Slot;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** Ties an element to a JAXB class. */
final class JaxbBinding implements Binding {
    private final Slot.Element element;
    private final Class<?> type;
    private final Class<?> boxed;
    private final JaxbRootSlot root;
    private final List<Untyped> report;
    private final JaxbXml xml;

    JaxbBinding(Slot.Element element, Class<?> type, JaxbRootSlot root, List<Untyped> report, JaxbXml xml) {
        this.element = element;
        this.type = type;
        this.boxed = Conversions.boxed(type);
        this.root = root;
        this.report = report;
        this.xml = xml;
    }

    @Override
    public boolean accepts(Object value) {
        return boxed.isInstance(value);
    }

    @Override
    public BoundSlot root() {
        return root;
    }

    @Override
    public List<Untyped> report() {
        return report;
    }

    @Override
    public void write(Object value, XMLStreamWriter out) throws XMLStreamException {
        xml.write(element.name(), type, value, out);
    }

    @Override
    public Object read(XMLStreamReader in) throws XMLStreamException {
        Object value = xml.read(in, type, List.of());
        if (value == null) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, element.name() + ": expected an object, found a nil element");
        }
        return value;
    }

    @Override
    public String toString() {
        return element.name() + " as " + type.getName();
    }
}
