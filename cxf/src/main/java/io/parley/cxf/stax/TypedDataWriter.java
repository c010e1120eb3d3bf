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
 * Data writer that writes a part typed if the writer and the part support it, otherwise by JAXB. A part whose value
 * turns out to have no typed form is written by JAXB too; a value that JAXB cannot write either fails as over SOAP.
 */
final class TypedDataWriter extends JaxbDelegate implements DataWriter<XMLStreamWriter> {
    private final DataWriter<XMLStreamWriter> jaxb;
    private final DataBinding binding;

    /**
     * Creates a writer.
     *
     * @param jaxb writer of events of the binding
     * @param binding data binding, for the exception that plain SOAP would throw
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
            // Thrown by a getter, for instance. CXF does not handle errors, so the message is discarded here.
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
            // JAXB checks the schema: marshalling to a discarding writer raises the same fault as over SOAP.
            jaxb.write(value, part, new DiscardingWriter());
        }
        try {
            output.writePart(number, value);
        } catch (XMLStreamException | RuntimeException e) { // the application's getters may throw anything
            writeUntyped(value, part, output, number, e);
        }
    }

    private void writeUntyped(Object value, MessagePartInfo part, EnvelopeWriter output, int number, Exception why) {
        if (!isAboutValue(why)) {
            throw new Fault(why);
        }
        try {
            output.rewriteAsInfoset(number, why);
        } catch (XMLStreamException | ParleyException e) {
            throw new Fault(e);
        }
        try {
            writeAsEvents(value, part, output);
        } catch (Fault e) {
            // JAXB may have consumed streamed binaries, so the call must not be repeated another way.
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
            // JAXB wraps and loses the exceptions of a writer.
            ParleyException coded = coded(e);
            throw coded == null ? e : new Fault(coded);
        }
    }

    /** Throws the exception that plain SOAP throws for the value, if any, with the given one suppressed. */
    private void writeAsOverSoap(@Nullable Object value, @Nullable MessagePartInfo part, Fault here) {
        DataWriter<OutputStream> text = binding.createWriter(OutputStream.class);
        if (text == null) {
            return;
        }
        copyTo(text);
        try {
            text.write(value, part, OutputStream.nullOutputStream());
        } catch (Fault e) {
            e.addSuppressed(here);
            throw e;
        }
    }

    /** Returns whether a failure is caused by the value, and not by the session or its limits. */
    private static boolean isAboutValue(Exception failure) {
        ParleyException coded = coded(failure);
        return coded == null || coded.code() == ErrorCode.ENCODING;
    }

    /**
     * Returns the innermost coded exception, since JAXB and its bindings wrap those of a writer; null if there is none.
     */
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
