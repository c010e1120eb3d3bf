package io.parley.cxf.stax;

import io.parley.representation.ContentReader;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.service.model.MessagePartInfo;

/**
 * Data reader that takes the object of a typed part. Everything else, and everything to be validated, is read by JAXB.
 */
final class TypedDataReader extends JaxbDelegate implements DataReader<XMLStreamReader> {
    private final DataReader<XMLStreamReader> jaxb;

    TypedDataReader(DataReader<XMLStreamReader> jaxb) {
        super(jaxb::setSchema, jaxb::setAttachments, jaxb::setProperty);
        this.jaxb = jaxb;
    }

    @Override
    public Object read(MessagePartInfo part, XMLStreamReader input) {
        EnvelopeReader envelope =
                part == null || input == null || isValidated() || isJaxbOnly() ? null : EnvelopeReader.in(input);
        ContentReader.TypedPart typed = envelope == null ? null : envelope.typed(part);
        return envelope == null || typed == null ? jaxb.read(part, input) : take(typed, envelope);
    }

    private static Object take(ContentReader.TypedPart typed, EnvelopeReader envelope) {
        try {
            return envelope.take(typed);
        } catch (XMLStreamException e) {
            throw new Fault(e, Fault.FAULT_CODE_CLIENT);
        }
    }

    @Override
    public Object read(XMLStreamReader input) {
        return jaxb.read(input);
    }

    @Override
    public Object read(QName name, XMLStreamReader input, Class<?> type) {
        return jaxb.read(name, input, type);
    }
}
