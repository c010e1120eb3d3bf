package io.parley.cxf.stax;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.databinding.DataWriter;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Writes a part typed where the writer is ours and the part allows it, else through JAXB. So does a part whose value has
 * no typed form after all; what has none as infoset either fails as it does over SOAP.
 */
final class TypedDataWriter extends ToldOfJaxb implements DataWriter<XMLStreamWriter> {
    private final DataWriter<XMLStreamWriter> jaxb;
    private final DataBinding binding;

    /**
     * @param jaxb the binding's own writer of events
     */
    TypedDataWriter(DataWriter<XMLStreamWriter> jaxb, DataBinding binding) {
        super(jaxb::setSchema, jaxb::setAttachments, jaxb::setProperty);
        this.jaxb = jaxb;
        this.binding = binding;
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

    private void writePart(@Nullable Object value, MessagePartInfo part, EnvelopeWriter output) {
        int number = !isJaxbOnly() && part != null ? output.typedNumber(part, value, isValidated()) : -1;
        if (number >= 0 && value != null) {
            writeTyped(value, part, output, number);
        } else {
            writeAsEvents(value, part, output);
        }
    }

    private void writeTyped(Object value, MessagePartInfo part, EnvelopeWriter output, int number) {
        if (isValidated()) {
            // The schema is JAXB's to check: marshalling to nowhere raises the same fault as over SOAP.
            jaxb.write(value, part, new NowhereWriter());
        }
        try {
            output.writePart(number, value);
        } catch (XMLStreamException | RuntimeException e) { // whatever the application's own code may throw
            writeUntyped(value, part, output, number, e);
        }
    }

    private void writeUntyped(Object value, MessagePartInfo part, EnvelopeWriter output, int number, Exception why) {
        if (!isAboutValue(why)) {
            throw new Fault(why);
        }
        try {
            output.beginAnew(number, why);
        } catch (XMLStreamException | ParleyException e) {
            throw new Fault(e);
        }
        try {
            writeAsEvents(value, part, output);
        } catch (Fault e) {
            // JAXB may have read binaries by now, and nobody knows which: the call is not to be made another way.
            throw output.hasStreamedBinaries(number) && e.getCause() instanceof ParleyException coded
                    ? new Fault(coded.afterDispatch())
                    : e;
        }
    }

    private void writeAsEvents(@Nullable Object value, @Nullable MessagePartInfo part, EnvelopeWriter output) {
        try {
            output.writeAsEvents(value, part, jaxb);
        } catch (Fault e) {
            if (isAboutValue(e)) {
                writeAsOverSoap(value, part, e);
            }
            // JAXB and its neighbours lose what a writer says.
            ParleyException coded = coded(e);
            throw coded == null ? e : new Fault(coded);
        }
    }

    /** Throws what plain SOAP throws at a value, if it does, and with it what was thrown here. */
    private void writeAsOverSoap(@Nullable Object value, @Nullable MessagePartInfo part, Fault here) {
        DataWriter<OutputStream> text = binding.createWriter(OutputStream.class);
        if (text == null) {
            return;
        }
        tell(text);
        try {
            text.write(value, part, OutputStream.nullOutputStream());
        } catch (Fault e) {
            e.addSuppressed(here);
            throw e;
        }
    }

    /** Returns whether a failure is the value's, and not that of the session or its limits. */
    private static boolean isAboutValue(Exception failure) {
        ParleyException coded = coded(failure);
        return coded == null || coded.code() == ErrorCode.ENCODING;
    }

    /** The innermost: JAXB and its bindings wrap what a writer throws. */
    private static @Nullable ParleyException coded(Exception failure) {
        ParleyException coded = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            coded = cause instanceof ParleyException found ? found : coded;
        }
        return coded;
    }

    @Override
    public void write(Object value, XMLStreamWriter output) {
        jaxb.write(value, output);
    }
}
