package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.Collection;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.validation.Schema;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/** Writes a part typed where the writer is ours and the part allows it, else through JAXB. */
final class TypedDataWriter implements DataWriter<XMLStreamWriter> {
    private final DataWriter<XMLStreamWriter> jaxb;
    private @Nullable Schema schema;
    private boolean jaxbOnly;

    TypedDataWriter(DataWriter<XMLStreamWriter> jaxb) {
        this.jaxb = jaxb;
    }

    @Override
    public void write(Object value, MessagePartInfo part, XMLStreamWriter output) {
        int number = !jaxbOnly && part != null && value != null && output instanceof EnvelopeWriter envelope
                ? envelope.typedNumber(part, value, schema != null)
                : -1;
        if (number >= 0) {
            writeTyped(value, part, (EnvelopeWriter) output, number);
        } else {
            if (output instanceof EnvelopeWriter envelope) {
                envelope.partAsEvents();
            }
            jaxb.write(value, part, output);
        }
    }

    private void writeTyped(Object value, MessagePartInfo part, EnvelopeWriter output, int number) {
        if (schema != null) {
            // The schema is JAXB's to check: marshalling to nowhere raises the same fault as over SOAP.
            jaxb.write(value, part, new NowhereWriter());
        }
        try {
            output.writePart(number, value);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.ENCODING && schema == null) {
                // What JAXB refuses too shall end as it does over SOAP.
                jaxb.write(value, part, new NowhereWriter());
            }
            throw new Fault(e);
        } catch (XMLStreamException e) {
            throw new Fault(e);
        }
    }

    @Override
    public void write(Object value, XMLStreamWriter output) {
        jaxb.write(value, output);
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
