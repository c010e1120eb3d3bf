package io.parley.bench.contest;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import io.parley.bench.data.Workload;
import io.parley.bench.form.Chunks;
import io.parley.bench.form.Memory;
import io.parley.bench.form.OnePart;
import io.parley.representation.Source;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.staxutils.StaxUtils;

/** The codecs of the systems that have one of their own. */
final class Codecs {
    private Codecs() {}

    /** Opens readers of encoded bytes. */
    private interface Readers {
        XMLStreamReader over(InputStream bytes) throws XMLStreamException;
    }

    /**
     * Returns the representation {@code hhfr} alone: a typed part to and from chunks of pooled memory, like those of
     * the stream.
     */
    static Codec parley(Workload workload) {
        return parley(workload.kind().type(), workload.object());
    }

    private static <T> Codec parley(Class<T> type, Object object) {
        Chunks chunks = new Chunks();
        T value = type.cast(object);
        OnePart<T> part = OnePart.of("hhfr", type);
        return new Codec(
                () -> chunks.write(sink -> part.write(value, sink)),
                () -> {
                    try (Source source = chunks.open()) {
                        return part.read(source);
                    }
                },
                UnaryOperator.identity(),
                chunks::release);
    }

    /** Returns protobuf alone: a generated message, built once, to and from an array. */
    static Codec grpc(Workload workload) {
        Message message = Messages.of(workload);
        byte[] bytes = new byte[message.getSerializedSize()];
        return new Codec(
                () -> {
                    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
                    message.writeTo(out);
                    out.checkNoSpaceLeft();
                    return bytes.length;
                },
                () -> message.getParserForType().parseFrom(bytes),
                decoded -> Messages.object(workload.kind().type(), (Message) decoded),
                () -> {});
    }

    /** Returns JAXB with CXF's writers and readers of text. */
    static Codec text(Workload workload) throws IOException {
        // CXF's readers take their limits from a message.
        MessageImpl settings = new MessageImpl();
        settings.putAll(CxfSettings.TEXT.properties());
        return jaxb(
                workload,
                bytes -> StaxUtils.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name()),
                bytes -> StaxUtils.configureReader(StaxUtils.createXMLStreamReader(bytes), settings));
    }

    /** Returns JAXB with the writers and readers of FastInfoset. */
    static Codec fastInfoset(Workload workload) throws IOException {
        return jaxb(workload, StAXDocumentSerializer::new, bytes -> {
            StAXDocumentParser parser = new StAXDocumentParser(bytes);
            parser.setStringInterning(true);
            return parser;
        });
    }

    /**
     * Returns JAXB over StAX as used by CXF: it marshals a fragment to a writer and unmarshals an object of a known
     * class from a reader, both created for each message. Marshaller and unmarshaller are reused, which CXF does not
     * do.
     */
    private static Codec jaxb(Workload workload, Function<OutputStream, XMLStreamWriter> writers, Readers readers)
            throws IOException {
        Object value = workload.object();
        Memory bytes = new Memory();
        try {
            JAXBContext context = JAXBContext.newInstance(value.getClass());
            Marshaller marshaller = context.createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            Unmarshaller unmarshaller = context.createUnmarshaller();
            return new Codec(
                    () -> {
                        bytes.reset();
                        XMLStreamWriter out = writers.apply(bytes);
                        out.writeStartDocument();
                        marshaller.marshal(value, out);
                        out.writeEndDocument();
                        out.close();
                        return bytes.size();
                    },
                    () -> {
                        XMLStreamReader in = readers.over(bytes.open());
                        in.nextTag();
                        Object decoded =
                                unmarshaller.unmarshal(in, value.getClass()).getValue();
                        in.close();
                        return decoded;
                    },
                    UnaryOperator.identity(),
                    () -> {});
        } catch (JAXBException e) {
            throw new IOException("JAXB cannot handle " + workload, e);
        }
    }
}
