package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.representation.ContentWriter;
import io.parley.representation.SideSink;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/**
 * Tests the sizes in bytes of the five message shapes of the TDXML paper (section 5.2, table 1): a text of 50 bytes; a
 * customer; 20 customers; a customer and 50 products; a customer and a JPEG of 14 KB. Sizes do not depend on the
 * machine.
 */
class TdxmlSizesTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final List<String> CUSTOMER = List.of(
            "CustomerNumber:int:4711",
            "AccountName:string:Khan Trading",
            "ContactFirstName:string:Mary",
            "ContactLastName:string:Khan",
            "StreetAddress:string:12 Epping Road",
            "CityAndSuburb:string:North Ryde",
            "PostalCode:string:2113",
            "TelephoneNumber:string:98507111",
            "ElectronicMail:string:mary@khan.example",
            "PreferredCustomer:boolean:true",
            "CreditApproved:boolean:false",
            "AccountOpenedOn:dateTime:2005-11-21T09:30:00",
            "LastPurchaseOn:dateTime:2006-04-18T16:05:00");
    private static final List<String> PRODUCT = List.of(
            "ProductCode:string:KX-12",
            "ProductDescription:string:Desk lamp",
            "ManufacturerName:string:Lumen",
            "QuantityOrdered:int:3",
            "UnitPriceExcludingTax:decimal:49.50",
            "DiscountPercentage:decimal:5",
            "TaxIncluded:boolean:true",
            "WarehouseLocation:string:B7",
            "DeliveryPromisedOn:date:2006-05-02",
            "BackOrderAllowed:boolean:false",
            "WarrantyMonths:int:24",
            "SerialNumberRequired:boolean:false");
    private static final RecordBinding BINDING = RecordBinding.of(Layout.compile(Schema.read(schema()))
            .element(new QName("urn:example:retail", "UpdateRequest"))
            .orElseThrow());
    private static final TypedMessages TDXML = TypedMessages.of("tdxml");
    private static final TypedMessages XML = TypedMessages.of("xml");

    @Test
    void tablesAreAsMuchSmallerThanSoapAsThePaperMeasured() throws Exception {
        System.out.println("shape      SOAP XML  TDXML in SOAP      TDXML alone");
        ratio("short", element("Text", "A message of fifty bytes, as short as texts are.."));
        double simple = ratio("simple", structure("Customer", CUSTOMER));
        double medium = ratio("medium", structure("Customer", CUSTOMER).repeat(20));
        double complex = ratio(
                "complex",
                structure("Customer", CUSTOMER) + structure("Product", PRODUCT).repeat(50));
        double photo = ratio("JPEG", structure("Customer", CUSTOMER) + element("Photograph", jpeg()));
        double beside = withImageBeside(structure("Customer", CUSTOMER) + element("Photograph", jpeg()));

        assertThat(simple).isLessThanOrEqualTo(0.75);
        assertThat(medium).isLessThanOrEqualTo(0.60);
        assertThat(complex).isLessThanOrEqualTo(0.55);
        assertThat(photo)
                .as("with the image as Base64, as in the paper's table")
                .isLessThan(1);
        assertThat(beside)
                .as("alone, with the image beside it, as the paper measured it over Remoting")
                .isLessThanOrEqualTo(15773.0 / 21195);
    }

    /**
     * Returns the ratio to XML of the size with the image in a side stream, whose frame adds 38 bytes: 20 of header, 14
     * of its beginning, 4 of checksum.
     */
    private static double withImageBeside(String content) throws Exception {
        Record record = record(content);
        int[] besides = {0};
        SideSink sides = image -> {
            try (InputStream in = image.open()) {
                besides[0] += in.readAllBytes().length + 38;
                return 0;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        int message = TDXML.write(BINDING, out -> inSoap(out, () -> out.writePart(0, record)), sides).length;
        int alone = TDXML.encode(BINDING, record, sides).length;
        besides[0] /= 2;
        int xml = XML.write(BINDING, out -> inSoap(out, () -> BINDING.write(record, out))).length;
        System.out.printf(
                "JPEG beside %7d %8d = %.3f %8d = %.3f%n",
                xml,
                message + besides[0],
                ratio(message + besides[0], xml),
                alone + besides[0],
                ratio(alone + besides[0], xml));
        return ratio(alone + besides[0], xml);
    }

    private interface Body {
        void write() throws XMLStreamException;
    }

    private static void inSoap(ContentWriter out, Body body) throws XMLStreamException {
        out.writeStartElement("soap", "Envelope", SOAP);
        out.writeNamespace("soap", SOAP);
        out.writeStartElement("soap", "Body", SOAP);
        body.write();
        out.writeEndElement();
        out.writeEndElement();
        out.writeEndDocument();
    }

    private static Record record(String content) throws XMLStreamException {
        String body = "<r:UpdateRequest xmlns:r='urn:example:retail'>" + element("Identification", "REQUEST") + content
                + "</r:UpdateRequest>";
        XMLStreamReader in = SafeXml.reader(new StringReader(body), Limits.defaults());
        in.nextTag();
        return (Record) BINDING.read(in);
    }

    private static double ratio(String shape, String content) throws Exception {
        Record record = record(content);
        int xml = XML.write(BINDING, out -> inSoap(out, () -> BINDING.write(record, out))).length;
        int inSoap = TDXML.write(BINDING, out -> inSoap(out, () -> out.writePart(0, record))).length;
        int alone = TDXML.encode(BINDING, record).length;
        System.out.printf(
                "%-8s %10d %8d = %.3f %8d = %.3f%n", shape, xml, inSoap, ratio(inSoap, xml), alone, ratio(alone, xml));
        return ratio(inSoap, xml);
    }

    private static double ratio(int bytes, int of) {
        return (double) bytes / of;
    }

    private static String element(String name, String value) {
        return "<" + name + ">" + value + "</" + name + ">";
    }

    private static String structure(String name, List<String> fields) {
        StringBuilder text = new StringBuilder();
        for (String field : fields) {
            String[] words = field.split(":", 3);
            text.append(element(words[0], words[2]));
        }
        return element(name, text.toString());
    }

    private static String jpeg() {
        byte[] image = new byte[14 * 1024];
        new Random(14).nextBytes(image);
        return Base64.getEncoder().encodeToString(image);
    }

    private static String schema() {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:example:retail'>"
                + "<xs:element name='UpdateRequest'><xs:complexType><xs:sequence>"
                + "<xs:element name='Identification' type='xs:string'/>"
                + "<xs:element name='Text' type='xs:string' minOccurs='0'/>"
                + type("Customer", CUSTOMER)
                + type("Product", PRODUCT)
                + "<xs:element name='Photograph' type='xs:base64Binary' minOccurs='0'/>"
                + "</xs:sequence></xs:complexType></xs:element></xs:schema>";
    }

    private static String type(String name, List<String> fields) {
        StringBuilder text = new StringBuilder(
                "<xs:element name='" + name + "' minOccurs='0' maxOccurs='unbounded'><xs:complexType><xs:sequence>");
        for (String field : fields) {
            String[] words = field.split(":", 3);
            text.append("<xs:element name='" + words[0] + "' type='xs:" + words[1] + "'/>");
        }
        return text.append("</xs:sequence></xs:complexType></xs:element>").toString();
    }
}
