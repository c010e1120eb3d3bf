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
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.staxutils.StaxUtils;

/**
 * JAXB over StAX as CXF drives it: a fragment into a writer, an object of a known class out of a reader, both made for
 * each message. Marshaller and unmarshaller are kept, which is more than CXF does.
 */
final class XmlCodec implements Codec {
    private final Object value;
    private final Marshaller marshaller;
    private final Unmarshaller unmarshaller;
    private final Form form;
    private final Memory bytes = new Memory();

    /** How events become bytes. */
    private interface Form {
        XMLStreamWriter writer(Memory bytes) throws XMLStreamException;

        XMLStreamReader reader(Memory bytes) throws XMLStreamException;
    }

    private XmlCodec(Workload workload, Form form) throws IOException {
        this.value = workload.object();
        this.form = form;
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
        return new XmlCodec(workload, new Text());
    }

    static Codec fastInfoset(Workload workload) throws IOException {
        return new XmlCodec(workload, new FastInfoset());
    }

    @Override
    public long encode() throws IOException {
        bytes.reset();
        try {
            XMLStreamWriter out = form.writer(bytes);
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
            XMLStreamReader in = form.reader(bytes);
            in.nextTag();
            Object decoded = unmarshaller.unmarshal(in, value.getClass()).getValue();
            in.close();
            return decoded;
        } catch (JAXBException | XMLStreamException e) {
            throw new IOException("JAXB cannot read " + value.getClass(), e);
        }
    }

    private static final class Text implements Form {
        /** CXF's readers take their limits from a message. */
        private final Message settings = new MessageImpl();

        Text() {
            settings.putAll(CxfSettings.TEXT.properties());
        }

        @Override
        public XMLStreamWriter writer(Memory bytes) {
            return StaxUtils.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
        }

        @Override
        public XMLStreamReader reader(Memory bytes) throws XMLStreamException {
            return StaxUtils.configureReader(StaxUtils.createXMLStreamReader(bytes.open()), settings);
        }
    }

    private static final class FastInfoset implements Form {
        @Override
        public XMLStreamWriter writer(Memory bytes) {
            return new StAXDocumentSerializer(bytes);
        }

        @Override
        public XMLStreamReader reader(Memory bytes) {
            StAXDocumentParser parser = new StAXDocumentParser(bytes.open());
            parser.setStringInterning(true);
            return parser;
        }
    }
}
