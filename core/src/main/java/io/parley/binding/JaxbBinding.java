package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.layout.Slot;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Ties an element to a JAXB class, or to what is turned into one. */
final class JaxbBinding implements Binding {
    private final Slot.Element element;
    private final PartForm form;
    private final JaxbRootSlot root;
    /** Null until somebody asks: while the binding is made, its types are not complete. */
    private volatile @Nullable Boolean streamedBinaries;

    private final List<Untyped> report;
    private final Fitting fitting;
    private final JaxbXml xml;

    JaxbBinding(Slot.Element element, PartForm form, JaxbRootSlot root, List<Untyped> report, JaxbXml xml) {
        this.element = element;
        this.form = form;
        this.root = root;
        this.report = report;
        this.fitting = Fitting.of(root);
        this.xml = xml;
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
        return form.fromJaxb(item);
    }

    @Override
    public boolean hasStreamedBinaries() {
        Boolean known = streamedBinaries;
        if (known == null) {
            known = StreamedBinaries.in(root);
            streamedBinaries = known;
        }
        return known;
    }

    @Override
    public List<Untyped> report() {
        return report;
    }

    @Override
    public void write(Object value, XMLStreamWriter out) throws XMLStreamException {
        Object item = itemOf(value);
        if (form.text()) {
            // JAXB has this form for parameters alone: no context knows of it.
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
