package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.service.model.MessagePartInfo;

/** Writes a part typed where the writer is ours and the part allows it, else through JAXB. */
final class TypedDataWriter extends ToldOfJaxb implements DataWriter<XMLStreamWriter> {
    private final DataWriter<XMLStreamWriter> jaxb;

    TypedDataWriter(DataWriter<XMLStreamWriter> jaxb) {
        super(jaxb::setSchema, jaxb::setAttachments, jaxb::setProperty);
        this.jaxb = jaxb;
    }

    @Override
    public void write(Object value, MessagePartInfo part, XMLStreamWriter output) {
        if (!(output instanceof EnvelopeWriter envelope)) {
            jaxb.write(value, part, output);
            return;
        }
        try {
            writePart(value, part, envelope);
        } catch (Error e) {
            // A getter's, for instance. CXF lets it through, so nobody else gives up what was written.
            envelope.discard();
            throw e;
        }
    }

    private void writePart(Object value, MessagePartInfo part, EnvelopeWriter output) {
        int number =
                !isJaxbOnly() && part != null && value != null ? output.typedNumber(part, value, isValidated()) : -1;
        if (number >= 0) {
            writeTyped(value, part, output, number);
        } else {
            output.partAsEvents();
            jaxb.write(value, part, output);
        }
    }

    private void writeTyped(Object value, MessagePartInfo part, EnvelopeWriter output, int number) {
        if (isValidated()) {
            // The schema is JAXB's to check: marshalling to nowhere raises the same fault as over SOAP.
            jaxb.write(value, part, new NowhereWriter());
        }
        try {
            output.writePart(number, value);
        } catch (ParleyException e) {
            if (e.code() == ErrorCode.ENCODING && !isValidated()) {
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
}
