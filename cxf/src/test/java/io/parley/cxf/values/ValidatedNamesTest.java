package io.parley.cxf.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Tests that names in content mean the same as over SOAP, with any place of their prefix declarations and validation on
 * either side.
 */
class ValidatedNamesTest {
    private static final String VALIDATION = "schema-validation-enabled";
    private static final String OTHER = "urn:names:other";

    private final Published published = new Published();

    @WebService(targetNamespace = "urn:names", name = "Names", serviceName = "NamesService")
    public interface Names {
        Drawing redraw(Drawing drawing, QName name);
    }

    @WebService(targetNamespace = "urn:names", name = "Names", serviceName = "NamesService")
    public static class NamesImpl implements Names {
        @Override
        public Drawing redraw(Drawing drawing, QName name) {
            drawing.name = name;
            return drawing;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Drawing {
        public Shape first;
        public List<Shape> shapes;
        public Object anything;
        public QName name;

        @XmlAttribute
        public QName kind;

        @XmlAnyElement
        public List<Element> others;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso({Round.class, Square.class})
    public static class Shape {
        public QName label;
        public Shape inner;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(namespace = OTHER, name = "round")
    public static class Round extends Shape {
        public Long radius;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(namespace = "urn:names", name = "square")
    public static class Square extends Shape {
        public int side;
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.NAMES_IN_CONTENT)
    @ParameterizedTest
    @CsvSource({
        "hhfr,true,true",
        "hhfr,true,false",
        "hhfr,false,true",
        "hhfr,false,false",
        "tdxml,true,true",
        "tdxml,true,false",
        "tdxml,false,true",
        "bnux,true,true",
        "fastinfoset,true,true",
        "exi,true,true",
        "exi-schema,true,true",
        "xml,true,true",
        "xml,false,true"
    })
    void namesMeanWhatTheyMeanOverSoap(String representation, boolean byClient, boolean byService) throws Exception {
        published.publishAny(
                new NamesImpl(),
                published.address(),
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.ALWAYS).set("parley.representations", representation));
        published.server().getEndpoint().put(VALIDATION, byService);
        Names plain = published.proxy(Names.class, SOAPBinding.SOAP11HTTP_BINDING);
        Names streaming = published.proxy(
                Names.class,
                SOAPBinding.SOAP11HTTP_BINDING,
                Published.feature(Mode.ALWAYS).set("parley.representations", representation));
        for (Names each : List.of(plain, streaming)) {
            Published.client(each).getEndpoint().put(VALIDATION, byClient);
            Drawing sent = drawing();
            Drawing answer = each.redraw(sent, new QName(OTHER, "last", "l"));

            assertThat(answer.first).isInstanceOf(Round.class);
            assertThat(answer.first.inner).isInstanceOf(Square.class);
            assertThat(answer.first.inner.label).isEqualTo(new QName("urn:deep", "label"));
            assertThat(answer.shapes).hasSize(2);
            assertThat(answer.shapes.get(1)).isInstanceOf(Round.class);
            assertThat(answer.kind).isEqualTo(new QName(OTHER, "kind"));
            assertThat(answer.name).isEqualTo(new QName(OTHER, "last"));
            assertThat(answer.anything).isInstanceOf(Square.class);
            Element other = answer.others.get(0);
            assertThat(other.lookupNamespaceURI("outer")).isEqualTo("urn:outer");
            assertThat(other.getTextContent()).isEqualTo("outer:name");
            Node inner = other.getElementsByTagNameNS(OTHER, "in").item(0);
            assertThat(inner.lookupNamespaceURI("p")).isEqualTo(OTHER);
        }
        assertThat(Published.status(streaming).streamedCalls()).isEqualTo(1);
        if (byClient || byService) {
            Drawing wrong = drawing();
            wrong.shapes.get(0).inner = new Shape();
            wrong.others = List.of(xml("<unknown xmlns='urn:names'/>"));
            for (Names each : List.of(plain, streaming)) {
                assertThatThrownBy(() -> each.redraw(wrong, new QName("a")))
                        .as("validated")
                        .isInstanceOf(SOAPFaultException.class)
                        .hasMessageContaining("unknown");
            }
        }
    }

    private static Drawing drawing() throws Exception {
        Drawing drawing = new Drawing();
        Round round = new Round();
        round.radius = 7L;
        round.label = new QName(OTHER, "of-round", "q");
        Square square = new Square();
        square.side = 3;
        square.label = new QName("urn:deep", "label", "deep");
        round.inner = square;
        drawing.first = round;
        Round second = new Round();
        second.inner = new Square();
        drawing.shapes = List.of(new Shape(), second);
        drawing.anything = square;
        drawing.kind = new QName(OTHER, "kind", "k");
        drawing.others =
                List.of(xml("<o:x xmlns:o='urn:any' xmlns:outer='urn:outer' a='outer:b'>outer:name<p:in xmlns:p='"
                        + OTHER + "'/></o:x>"));
        return drawing;
    }

    private static Element xml(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder()
                .parse(new java.io.ByteArrayInputStream(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        return document.getDocumentElement();
    }
}
