package io.parley.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

class SafeXmlTest {
    private static final Map<String, String> ATTACKS = attacks();

    private static Map<String, String> attacks() {
        Map<String, String> attacks = new TreeMap<>();
        attacks.put(
                "billion laughs",
                "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
                        + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><a>&c;</a>");
        attacks.put("quadratic blowup", "<!DOCTYPE a [<!ENTITY x \"" + "x".repeat(10_000) + "\">]><a>&x;&x;</a>");
        attacks.put("external entity", "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>");
        attacks.put("external DTD", "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/a.dtd\"><a/>");
        attacks.put("parameter entity", "<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/hostname\">%p;]><a/>");
        attacks.put("empty DTD", "<!DOCTYPE a><a/>");
        attacks.put("undeclared entity", "<a>&x;</a>");
        attacks.put("deep nesting", "<a>".repeat(101) + "</a>".repeat(101));
        attacks.put(
                "100000 attributes",
                "<a "
                        + IntStream.range(0, 100_000)
                                .mapToObj(i -> "a" + i + "='' ")
                                .reduce(new StringBuilder(), StringBuilder::append, StringBuilder::append)
                        + "/>");
        attacks.put("truncated", "<a><b>");
        attacks.put("UTF-7", "<?xml version='1.0' encoding='UTF-7'?><a/>");
        attacks.put("undeclared prefix", "<p:a/>");
        return attacks;
    }

    static Stream<String> attackNames() {
        return ATTACKS.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("attackNames")
    void anAttackIsRefusedByReaderAndTree(String name) {
        byte[] bytes = attack(name);

        assertThatThrownBy(() -> readAll(SafeXml.reader(new ByteArrayInputStream(bytes), Limits.defaults())))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> SafeXml.document(new ByteArrayInputStream(bytes), Limits.defaults()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isIn(ErrorCode.XML_REFUSED, ErrorCode.LIMIT));
    }

    @ParameterizedTest
    @CsvSource({
        "DEPTH,         2,  <a><b><c/></b></a>",
        "ITEMS,         2,  <a><b/><b/></a>",
        "ATTRIBUTES,    1,  '<a b=\"\" c=\"\"/>'",
        "STRING_BYTES,  10, <a>longer than ten</a>",
        "STRING_BYTES,  10, '<a b=\"longer than ten\"/>'",
        "MESSAGE_BYTES, 10, <a><b>5000</b></a>",
        "NAMES,         1,  <a><b/></a>",
    })
    void aDocumentBeyondALimitNamesTheSetting(Limit limit, long allowed, String text) {
        byte[] bytes = text.replace("5000", " ".repeat(5000)).getBytes(StandardCharsets.UTF_8);
        Limits limits = Limits.defaults().with(limit, allowed);

        assertThatThrownBy(() -> SafeXml.document(new ByteArrayInputStream(bytes), limits))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContainingAll("expected at most " + allowed, limit.setting());
    }

    @Test
    void nothingIsFetchedByAnyParser() throws IOException, SAXException {
        try (ServerSocket trap = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "http://127.0.0.1:" + trap.getLocalPort() + "/x";
            String external = "<!DOCTYPE a SYSTEM '" + address + "'><a/>";
            String schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>" + "<xs:include schemaLocation='"
                    + address + "'/></xs:schema>";

            assertThatThrownBy(() -> SafeXml.documentBuilder().parse(new InputSource(new StringReader(external))))
                    .isInstanceOf(SAXException.class);
            assertThatThrownBy(() -> SafeXml.schemaFactory().newSchema(new StreamSource(new StringReader(schema))))
                    .isInstanceOf(SAXException.class)
                    .hasMessageContaining("accessExternalSchema");
            trap.setSoTimeout(1);
            assertThatThrownBy(trap::accept).isInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void aTreeKeepsNamespacesTextAndPrefixes() {
        String text = "<p:a xmlns:p=\"urn:p\" xmlns=\"urn:d\" p:x=\"1\"><b>t&amp;<![CDATA[<]]></b></p:a>";

        Document tree =
                SafeXml.document(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), Limits.defaults());

        assertThat(tree.getDocumentElement().getNodeName()).isEqualTo("p:a");
        assertThat(tree.getDocumentElement().getAttributeNS("urn:p", "x")).isEqualTo("1");
        assertThat(tree.getDocumentElement().lookupNamespaceURI("p")).isEqualTo("urn:p");
        assertThat(tree.getElementsByTagNameNS("urn:d", "b").item(0).getTextContent())
                .isEqualTo("t&<");
    }

    @Test
    void aLimitThatIsSetHolds() throws XMLStreamException {
        Limits limits = Limits.defaults().with(Limit.DEPTH, 2);

        readAll(SafeXml.reader(new StringReader("<a><b/></a>"), limits));
        assertThatThrownBy(() -> readAll(SafeXml.reader(new StringReader("<a><b><c/></b></a>"), limits)))
                .isInstanceOf(XMLStreamException.class);
    }

    /** The root is a name, and so is each prefix and each namespace. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a><b/><c/><d/></a>",
                "<a><b/><b c=''/><b d=''/></a>",
                "<a><x:a xmlns:x='urn:x'/></a>",
                "<a xmlns='urn:a'><b/></a>"
            })
    void namesAreCountedByReaderAndTree(String text) throws XMLStreamException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Limits enough = Limits.defaults().with(Limit.NAMES, 4);
        Limits few = Limits.defaults().with(Limit.NAMES, 3);

        readAll(SafeXml.reader(new ByteArrayInputStream(bytes), enough));
        SafeXml.document(new ByteArrayInputStream(bytes), enough);
        for (ThrowingCallable reading : List.<ThrowingCallable>of(
                () -> readAll(SafeXml.reader(new ByteArrayInputStream(bytes), few)),
                () -> readAll(SafeXml.reader(new StringReader(text), few)),
                () -> SafeXml.document(new ByteArrayInputStream(bytes), few))) {
            assertThatThrownBy(reading)
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                    .hasMessageContaining("expected at most 3 names, found 4")
                    .hasMessageContaining(Limit.NAMES.setting());
        }
    }

    private static byte[] attack(String name) {
        return ATTACKS.getOrDefault(name, "").getBytes(StandardCharsets.UTF_8);
    }

    private static void readAll(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            reader.next();
        }
    }
}
