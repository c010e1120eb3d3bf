package io.parley.bench.form;

import io.parley.Limits;
import io.parley.bench.data.Workload;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** A value as a typed part without anything around it. */
public record OnePart<T>(Representation representation, Parts parts, Class<T> type) implements Content<T> {
    /** Returns the content for values of a JAXB class in the representation with the given name. */
    public static <T> OnePart<T> of(String representation, Class<T> type) {
        return new OnePart<>(
                Representations.load(OnePart.class.getClassLoader()).get(representation), parts(type), type);
    }

    /** Returns the part of a JAXB class. */
    private static Parts parts(Class<?> type) {
        try {
            JAXBContext context = JAXBContext.newInstance(type);
            Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                    .element(JaxbBindings.rootName(type).orElseThrow())
                    .orElseThrow();
            JaxbBindings.Attempt attempt =
                    JaxbBindings.of(context, List.of(type)).bind(element, type);
            PartKey key = new PartKey(new QName(Workload.NAMESPACE, "value"), PartKey.Direction.IN, 0);
            return Parts.of(List.of(attempt.found()
                    .map(binding -> Part.typed(key, element, binding, CanonicalText.fingerprint(element)))
                    .orElseThrow(
                            () -> new IllegalStateException(type + " would not travel typed: " + attempt.reason()))));
        } catch (JAXBException e) {
            throw new IllegalStateException("JAXB cannot handle " + type, e);
        }
    }

    /** Returns the binding of the part to its class. */
    public Binding binding() {
        return Objects.requireNonNull(parts.get(0).binding());
    }

    @Override
    public void write(T value, Sink sink) throws XMLStreamException {
        ContentWriter out = representation.newWriter(sink, parts);
        out.writePart(0, value);
        out.writeEndDocument();
    }

    @Override
    public T read(Source source) throws XMLStreamException {
        ContentReader in = representation.newReader(source, parts);
        in.nextTag();
        ContentReader.TypedPart part = in.part();
        if (part == null) {
            throw new XMLStreamException("expected a typed part, found an element");
        }
        T value = type.cast(part.take());
        if (value == null) {
            throw new XMLStreamException("expected an object, found none");
        }
        if (in.next() != XMLStreamConstants.END_DOCUMENT) {
            throw new XMLStreamException("expected one part, found more");
        }
        source.expectEnd("message");
        return value;
    }
}
