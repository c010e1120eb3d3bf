package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoapEnvelopeTest {
    private static final String START = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>";
    private static final String END = "</s:Envelope>";
    private static final Duration QUICKLY = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void whatIsWrittenIsRead(SoapVersion version) throws XMLStreamException {
        QName header = new QName("urn:h", "block", "h");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SoapEnvelope.write(out, version, List.of(header), writer -> {
            writer.writeStartElement("b", "greeting", "urn:b");
            writer.writeNamespace("b", "urn:b");
            writer.writeCharacters("hello");
            writer.writeEndElement();
        });

        SoapEnvelope read = read(out.toString(StandardCharsets.UTF_8));
        assertThat(read.version()).isEqualTo(version);
        assertThat(read.headers()).containsExactly(new SoapEnvelope.HeaderBlock(header, true));
        assertThat(read.bodyName()).contains(new QName("urn:b", "greeting"));
        assertThat(read.isFault()).isFalse();
        assertThat(read.body().getElementText()).isEqualTo("hello");
    }

    @Test
    void headerBlocksArePassedOverHoweverTheyNest() {
        SoapEnvelope read = read(START
                + "<s:Header><a s:mustUnderstand='0'><b><c/></b>t</a><!-- x --><d/></s:Header>"
                + "<s:Body><s:Fault/></s:Body>" + END);
        assertThat(read.headers())
                .containsExactly(
                        new SoapEnvelope.HeaderBlock(new QName("a"), false),
                        new SoapEnvelope.HeaderBlock(new QName("d"), false));
        assertThat(read.isFault()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<Envelope><Body/></Envelope>",
                START + END,
                START + "<s:Header/>" + END,
                START + "<s:Other/>" + END,
                "<s:Envelope xmlns:s='urn:other'><s:Body/></s:Envelope>"
            })
    void whatIsNoEnvelopeIsMalformed(String xml) {
        assertRefused(xml, ErrorCode.MALFORMED_MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "no xml", "<s:Envelope", START + "text" + END, "\u0000\u0001"})
    void whatIsNotXmlIsRefused(String text) {
        assertRefused(text, ErrorCode.XML_REFUSED);
    }

    @Test
    void billionLaughs() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE s [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY a" + i + " '&a" + (i - 1) + ";&a" + (i - 1) + ";'>");
        }
        bomb.append("]>").append(START).append("<s:Body>&a29;</s:Body>").append(END);
        assertRefused(bomb.toString(), ErrorCode.XML_REFUSED);
    }

    @Test
    void quadraticBlowUp() {
        String bomb = "<!DOCTYPE s [<!ENTITY a '" + "a".repeat(20_000) + "'>]>" + START + "<s:Body>"
                + "&a;".repeat(5_000) + "</s:Body>" + END;
        assertRefused(bomb, ErrorCode.XML_REFUSED);
    }

    @Test
    void externalEntitiesAndDocumentTypesReachNobody() throws Exception {
        try (ServerSocket bait = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + bait.getLocalPort() + "/x";
            assertRefused("<!DOCTYPE s SYSTEM '" + url + "'>" + START + END, ErrorCode.XML_REFUSED);
            assertRefused(
                    "<!DOCTYPE s [<!ENTITY x SYSTEM '" + url + "'>]>" + START + "<s:Body>&x;</s:Body>" + END,
                    ErrorCode.XML_REFUSED);
            assertRefused("<!DOCTYPE s [<!ENTITY % p SYSTEM '" + url + "'> %p;]>" + START + END, ErrorCode.XML_REFUSED);
            bait.setSoTimeout(100);
            assertThatThrownBy(bait::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void attributeFlood() {
        StringBuilder flood = new StringBuilder(START).append("<s:Header><a");
        for (int i = 0; i < 100_000; i++) {
            flood.append(" a").append(i).append("=''");
        }
        assertThatThrownBy(
                        () -> quickly(flood.append("/></s:Header>").append(END).toString()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isIn(ErrorCode.XML_REFUSED, ErrorCode.LIMIT));
    }

    @Test
    void deepNesting() {
        String deep = START + "<s:Header>" + "<a>".repeat(5_000) + "</a>".repeat(5_000) + "</s:Header>" + END;
        assertRefused(deep, ErrorCode.LIMIT);
    }

    @Test
    void tooManyBytesOfAnything() {
        int limit = Limits.defaults().getInt(Limit.NEGOTIATION_BYTES);
        for (String filling : List.of("<!--" + "x".repeat(limit) + "-->", " ".repeat(limit), "<a/>".repeat(limit))) {
            assertThatThrownBy(() -> quickly(START + "<s:Header>" + filling + "</s:Header>" + END))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
        }
    }

    @Test
    void utf7IsNoEncoding() {
        assertRefused("<?xml version='1.0' encoding='UTF-7'?>" + START + END, ErrorCode.XML_REFUSED);
    }

    private static void assertRefused(String xml, ErrorCode code) {
        assertThatThrownBy(() -> quickly(xml))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static void quickly(String xml) {
        assertTimeoutPreemptively(QUICKLY, () -> read(xml));
    }

    private static SoapEnvelope read(String xml) {
        byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
        return SoapEnvelope.read(new ByteArrayInputStream(bytes), Limits.defaults(), Limit.NEGOTIATION_BYTES);
    }
}
