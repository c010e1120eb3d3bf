package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Slot;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Binding of an element to a JAXB class, or to a class that an adapter converts to one. */
final class JaxbBinding implements Binding {
    private final Slot.Element element;
    private final PartForm form;
    private final JaxbRootSlot root;
    private final boolean streamedBinaries;
    private final WholePart whole;
    private final Fitting fitting;
    private final JaxbXml xml;
    /**
     * Reason why JAXB must read a received part as a whole, or empty. The part is then decoded to a record, and
     * converted to XML for JAXB.
     */
    private final String detour;

    private final BoundSlot received;

    /**
     * @param types the types that are reachable from the root, all complete
     */
    JaxbBinding(Slot.Element element, PartForm form, JaxbRootSlot root, JaxbTypes types, TypeNotes notes) {
        this.element = element;
        this.form = form;
        this.root = root;
        this.streamedBinaries = TypeFacts.leadsToBinaries(root);
        this.whole = new WholePart(types.model(), root, notes);
        this.fitting = Fitting.of(root);
        this.xml = types.xml();
        this.detour = whole.whyWhole();
        this.received = detour.isEmpty() ? root : types.record(element);
    }

    @Override
    public boolean accepts(Object value) {
        return form.accepts(value);
    }

    @Override
    public boolean fits(Object value) {
        return !fitting.hasDoubts() || fitting.fits(itemOf(value));
    }

    @Override
    public BoundSlot root() {
        return root;
    }

    @Override
    public BoundSlot received() {
        return received;
    }

    @Override
    public String detour() {
        return detour;
    }

    @Override
    public Object itemOf(Object value) {
        Object item = form.toJaxb(value);
        if (item == null) {
            throw new ParleyException(
                    ErrorCode.ENCODING, element.name() + ": expected the adapter to give a value, found null");
        }
        return item;
    }

    @Override
    public @Nullable Object valueOf(Object item) {
        Object whole = detour.isEmpty() ? item : read(item);
        return whole == null ? null : form.fromJaxb(whole);
    }

    private @Nullable Object read(Object record) {
        try {
            return xml.read(RecordEvents.of(element, record), form.jaxbType(), List.of());
        } catch (XMLStreamException e) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    element.name() + ": expected content that XML has a form for, found other",
                    e);
        }
    }

    @Override
    public boolean hasStreamedBinaries() {
        return streamedBinaries;
    }

    @Override
    public List<Untyped> report() {
        return whole.report();
    }

    @Override
    public List<String> interpreted() {
        return whole.interpreted();
    }

    @Override
    public void write(Object value, XMLStreamWriter out) throws XMLStreamException {
        Object item = itemOf(value);
        if (form.text()) {
            // JAXB uses this form for parameters only, which no context knows.
            new RecordXmlWriter(out).write(element, root.contentOf(item, 0));
        } else {
            xml.write(element.name(), form.jaxbType(), item, out);
        }
    }

    @Override
    public Object read(XMLStreamReader in) throws XMLStreamException {
        Object item = form.text()
                ? root.item(0, ItemState.VALUE, new RecordXmlReader(in).read(element))
                : xml.read(in, form.jaxbType(), List.of());
        Object value = item == null ? null : valueOf(item);
        if (value == null) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, element.name() + ": expected an object, found a nil element");
        }
        return value;
    }

    @Override
    public String toString() {
        return element.name() + " as " + form.jaxbType().getName();
    }
}
