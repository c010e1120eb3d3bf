package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests that a part with a reference to an attachment (WS-I Attachments Profile 1.0, 4.4) is not typed. */
class AttachmentReferenceTest {
    private static final String SCAN = """
            <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>
              <xs:element name='scan'><xs:complexType><xs:sequence>
                <xs:element name='page' type='xs:anyURI' minOccurs='0'/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """;

    @XmlRootElement(name = "scan")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Scan {
        @XmlAttachmentRef
        DataHandler page;
    }

    @Test
    void aReferenceToAnAttachmentMakesItsPartInfosetAndIsNamed() throws Exception {
        Slot.Element element =
                Layout.compile(Schema.read(SCAN)).element(new QName("scan")).orElseThrow();
        JAXBContext context = JAXBContext.newInstance(Scan.class);

        JaxbBindings.Attempt attempt =
                JaxbBindings.of(context, List.of(Scan.class)).bind(element, Scan.class);

        assertThat(attempt.binding()).isNull();
        assertThat(attempt.reason()).contains("Scan", "page", "refers to an attachment");
    }
}
