package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Slot;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Slot of a part's element whose object is of a JAXB class. */
final class JaxbRootSlot extends BoundSlot {
    private final Slot.Element element;
    private final Class<?> type;
    private final Conversion conversion;
    private final JaxbXml xml;

    JaxbRootSlot(
            Slot.Element element, BoundAlternative alternative, Class<?> type, Conversion conversion, JaxbXml xml) {
        super(new Slot(List.of(element), false, true), element.name().getLocalPart(), List.of(alternative));
        this.element = element;
        this.type = type;
        this.conversion = conversion;
        this.xml = xml;
    }

    @Override
    public Object get(Object owner) {
        return owner;
    }

    @Override
    public void set(Object owner, Object item, Links links) {
        throw noOwner();
    }

    @Override
    public List<?> items(Object owner) {
        return List.of(owner);
    }

    @Override
    public void setItems(Object owner, List<Object> items, Links links) {
        throw noOwner();
    }

    @Override
    public boolean refersStrictly() {
        return xml.isStrict();
    }

    @Override
    public int alternativeOf(Object item) {
        return 0;
    }

    @Override
    public boolean itemsAreContent() {
        return conversion == Conversion.SAME;
    }

    @Override
    public boolean takesBinaries(int alternative) {
        return conversion == Binaries.STREAMED;
    }

    @Override
    public ItemState stateOf(Object item, int alternative) {
        BoundType complex = alternatives().get(0).complex();
        return complex != null && complex.substituteOf(item) < 0 ? ItemState.INFOSET : ItemState.VALUE;
    }

    @Override
    public Object contentOf(Object item, int alternative) {
        try {
            return alternatives().get(0).simple() == null ? item : conversion.toScalar(item);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, path() + ": expected a value of the schema's type, found another", e);
        }
    }

    @Override
    public @Nullable Object item(int alternative, ItemState state, @Nullable Object content) throws XMLStreamException {
        if (content instanceof Record record) {
            return xml.read(
                    RecordEvents.of(element, state == ItemState.VALUE ? record : new Record.Nil(record)),
                    type,
                    List.of());
        }
        if (content == null || state != ItemState.VALUE) {
            return null;
        }
        return alternatives().get(0).simple() == null ? content : conversion.fromScalar(content);
    }

    @Override
    public void writeInfoset(Object item, int alternative, XMLStreamWriter out) throws XMLStreamException {
        xml.write(element.name(), type, item, out);
    }

    @Override
    public @Nullable Object readInfoset(XMLStreamReader in, int alternative) throws XMLStreamException {
        return xml.read(in, type, List.of());
    }

    private static IllegalStateException noOwner() {
        return new IllegalStateException("the part's element has no owner");
    }
}
