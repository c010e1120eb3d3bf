package io.parley.bench.contest;

import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import io.parley.bench.data.Workload;
import io.parley.bench.form.Memory;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.staxutils.StaxUtils;

/**
 * JAXB over StAX as used by CXF: it marshals a fragment to a writer and unmarshals an object of a known class from a
 * reader, both created for each message. Marshaller and unmarshaller are reused, which CXF does not do.
 */
final class XmlCodec implements Codec {
    private final Object value;
    private final Marshaller marshaller;
    private final Unmarshaller unmarshaller;
    private final Function<OutputStream, XMLStreamWriter> writers;
    private final Readers readers;
    private final Memory bytes = new Memory();

    /** Opens readers of encoded bytes. */
    private interface Readers {
        XMLStreamReader over(InputStream bytes) throws XMLStreamException;
    }

    private XmlCodec(Workload workload, Function<OutputStream, XMLStreamWriter> writers, Readers readers)
            throws IOException {
        this.value = workload.object();
        this.writers = writers;
        this.readers = readers;
        try {
            JAXBContext context = JAXBContext.newInstance(value.getClass());
            this.marshaller = context.createMarshaller();
            marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            this.unmarshaller = context.createUnmarshaller();
        } catch (JAXBException e) {
            throw new IOException("JAXB cannot handle " + workload, e);
        }
    }

    static Codec text(Workload workload) throws IOException {
        // CXF's readers take their limits from a message.
        Message settings = new MessageImpl();
        settings.putAll(CxfSettings.TEXT.properties());
        return new XmlCodec(
                workload,
                bytes -> StaxUtils.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name()),
                bytes -> StaxUtils.configureReader(StaxUtils.createXMLStreamReader(bytes), settings));
    }

    static Codec fastInfoset(Workload workload) throws IOException {
        return new XmlCodec(workload, StAXDocumentSerializer::new, bytes -> {
            StAXDocumentParser parser = new StAXDocumentParser(bytes);
            parser.setStringInterning(true);
            return parser;
        });
    }

    @Override
    public long encode() throws IOException {
        bytes.reset();
        try {
            XMLStreamWriter out = writers.apply(bytes);
            out.writeStartDocument();
            marshaller.marshal(value, out);
            out.writeEndDocument();
            out.close();
        } catch (JAXBException | XMLStreamException e) {
            throw new IOException("JAXB cannot write " + value.getClass(), e);
        }
        return bytes.size();
    }

    @Override
    public Object decode() throws IOException {
        try {
            XMLStreamReader in = readers.over(bytes.open());
            in.nextTag();
            Object decoded = unmarshaller.unmarshal(in, value.getClass()).getValue();
            in.close();
            return decoded;
        } catch (JAXBException | XMLStreamException e) {
            throw new IOException("JAXB cannot read " + value.getClass(), e);
        }
    }
}
