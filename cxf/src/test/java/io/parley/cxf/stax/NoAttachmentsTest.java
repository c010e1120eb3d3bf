package io.parley.cxf.stax;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.databinding.DataReader;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;

/** Tests that an element named as a reference to an attachment is an ordinary one in a message without attachments. */
class NoAttachmentsTest {
    private static final String XOP = "http://www.w3.org/2004/08/xop/include";
    private static final String PICTURE =
            "<picture><Include xmlns='" + XOP + "' href='cid:1'/><name>one</name></picture>";

    private final TypedDataBinding binding;

    NoAttachmentsTest() throws JAXBException {
        binding = new TypedDataBinding(new JAXBDataBinding(Picture.class));
    }

    @XmlRootElement(name = "picture")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Picture {
        @XmlElement(name = "Include", namespace = XOP)
        private Include include;

        private String name;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Include {
        @XmlAttribute
        private String href;
    }

    @Test
    void aReferenceIsAnElementToAReaderOfAStream() throws XMLStreamException {
        XMLStreamReader input = SafeXml.reader(new StringReader(PICTURE), Limits.defaults());
        input.nextTag();

        assertRead(binding.createReader(XMLStreamReader.class), input);
    }

    @Test
    void aReferenceIsAnElementToAReaderOfATree() {
        Node tree = SafeXml.document(
                        new ByteArrayInputStream(PICTURE.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();

        assertRead(binding.createReader(Node.class), tree);
    }

    private static <T> void assertRead(DataReader<T> reader, T input) {
        reader.setAttachments(List.of());

        Picture picture = (Picture) reader.read(new QName("picture"), input, Picture.class);

        assertThat(picture.include.href).isEqualTo("cid:1");
        assertThat(picture.name).isEqualTo("one");
    }
}
