package io.parley.cxf.stax;

import io.parley.representation.ContentReader;
import java.util.Collection;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** Takes the object of a part that came typed; everything else, and everything to be validated, is read by JAXB. */
final class TypedDataReader implements DataReader<XMLStreamReader> {
    private final DataReader<XMLStreamReader> jaxb;
    private @Nullable Schema schema;
    private boolean jaxbOnly;

    TypedDataReader(DataReader<XMLStreamReader> jaxb) {
        this.jaxb = jaxb;
    }

    @Override
    public Object read(MessagePartInfo part, XMLStreamReader input) {
        EnvelopeReader envelope =
                part == null || input == null || schema != null || jaxbOnly ? null : EnvelopeReader.in(input);
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

    @Override
    public void setSchema(@Nullable Schema schema) {
        this.schema = schema;
        jaxb.setSchema(schema);
    }

    @Override
    public void setAttachments(Collection<Attachment> attachments) {
        jaxb.setAttachments(attachments);
    }

    @Override
    public void setProperty(String key, Object value) {
        jaxb.setProperty(key, value);
        if (value instanceof Message message) {
            jaxbOnly = JaxbSettings.needJaxb(message);
        }
    }
}
