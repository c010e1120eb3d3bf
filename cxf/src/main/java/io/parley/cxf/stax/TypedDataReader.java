package io.parley.cxf.stax;

import io.parley.representation.ContentReader;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Data reader that takes the object of a typed part. Everything else, and everything to be validated, is read by JAXB.
 */
final class TypedDataReader extends JaxbDelegate implements DataReader<XMLStreamReader> {
    private final DataReader<XMLStreamReader> jaxb;

    TypedDataReader(DataReader<XMLStreamReader> jaxb) {
        super(jaxb::setSchema, unlessNone(jaxb), jaxb::setProperty);
        this.jaxb = jaxb;
    }

    @Override
    public @Nullable Object read(MessagePartInfo part, XMLStreamReader input) {
        EnvelopeReader envelope = EnvelopeReader.in(input);
        if (envelope == null) {
            return jaxb.read(part, input);
        }
        ContentReader.TypedPart typed = part == null || isValidated() || isJaxbOnly() ? null : envelope.typed(part);
        return typed == null ? envelope.whole(() -> jaxb.read(part, input)) : take(typed, envelope);
    }

    private static @Nullable Object take(ContentReader.TypedPart typed, EnvelopeReader envelope) {
        try {
            return envelope.take(typed);
        } catch (XMLStreamException e) {
            throw new Fault(e, Fault.FAULT_CODE_CLIENT);
        }
    }

    @Override
    public @Nullable Object read(XMLStreamReader input) {
        return whole(input, () -> jaxb.read(input));
    }

    @Override
    public @Nullable Object read(QName name, XMLStreamReader input, Class<?> type) {
        return whole(input, () -> jaxb.read(name, input, type));
    }

    private static @Nullable Object whole(XMLStreamReader input, Supplier<@Nullable Object> reading) {
        EnvelopeReader envelope = EnvelopeReader.in(input);
        return envelope == null ? reading.get() : envelope.whole(reading);
    }
}
