package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sniff;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests behaviour that the representations of this module share, in addition to the general contract. */
class CodecsTest {
    private static final String MESSAGE = """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>\
            <o:order xmlns:o="urn:orders" id="A-1"><o:line sku="X9">2</o:line><o:line sku="X9">2</o:line></o:order>\
            </s:Body></s:Envelope>""";

    @ParameterizedTest
    @CsvSource({"fastinfoset", "exi", "exi-schema"})
    void areFoundWhereTheModuleIs(String name) {
        Representation found = Representations.load(getClass().getClassLoader()).get(name);

        assertThat(found.isTyped()).isFalse();
        assertThat(found.isEmbeddable()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void areToldByTheirFirstBytes(Representation form) throws XMLStreamException {
        byte[] bytes = Forms.bytes(form, MESSAGE);

        assertThat(form.sniff(Unpooled.wrappedBuffer(bytes))).isEqualTo(Sniff.YES);
        assertThat(form.sniff(Unpooled.wrappedBuffer(bytes, 0, 3))).isEqualTo(Sniff.MORE);
        assertThat(form.sniff(Unpooled.wrappedBuffer(new byte[] {bytes[0], bytes[1], 'x'})))
                .isEqualTo(Sniff.NO);
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void takeLessRoomThanText(Representation form) throws XMLStreamException {
        assertThat(Forms.bytes(form, MESSAGE)).hasSizeLessThan(MESSAGE.length() * 3 / 4);
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void theSameMessageGivesTheSameBytes(Representation form) throws XMLStreamException {
        assertThat(Forms.bytes(form, MESSAGE)).isEqualTo(Forms.bytes(form, MESSAGE));
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void typesOfXmlSchemaStayWhateverTheirPrefix(Representation form) throws XMLStreamException {
        String xml = """
                <a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><b xmlns:i="http://www.w3.org/2001/XMLSchema-instance"\
                 i:type="c" x="1"/><b xsi:type="none:c" x="2"/><b xsi:type="d"/><b xsi:nil="true" xsi:type="d"/></a>""";
        Encoded encoded = Encoded.of(form, Infoset.parsed(xml), 64);

        assertThat(encoded.read(Limits.defaults(), Infoset::events)).isEqualTo(Infoset.events(Infoset.reader(xml)));
    }

    /** Names that occurred before in the message are read by different code than new ones. */
    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void elementsOfKnownNamesHaveWhatTheyHad(Representation form) throws XMLStreamException {
        String known = IntStream.range(0, 40).mapToObj("<e%d/>"::formatted).collect(Collectors.joining());
        String xml =
                "<r xmlns:p='urn:p'>" + known + known + """
                <a x='1'/><a x='1'/><a x='' y='2' p:x='3'>t</a><a p:x='3' x='\u00fc\ud83d\ude00' y='&#9;&lt;'/>\
                <a y='%1$s'>%1$s</a><a y='%1$s\u00e9'>%1$s\u4e2d</a><a><a x='2'>t</a></a><a>\u0085</a><a>t</a><a>\u0085</a>\
                <b xmlns:q='urn:q' q:x='1'><a q:x='2'/></b><b><a x='3'><![CDATA[<]]></a></b></r>""".formatted("long enough to stay out of tables. ".repeat(9));
        Encoded encoded = Encoded.of(form, Infoset.parsed(xml), 64);
        String found = encoded.read(Limits.defaults(), Infoset::canonical);

        assertThat(found).isEqualTo(Infoset.canonical(Infoset.reader(xml)));
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void whatXmlCannotCarryIsNotWritten(Representation form) {
        for (String text : List.of("\u0000", "a\u001F", "\uD800", "\uDC00\uDC00", "x\uD83D", "\uFFFE")) {
            assertNotWritten(form, writer -> writer.writeCharacters(text));
            assertNotWritten(form, writer -> writer.writeAttribute("b", text));
            assertNotWritten(form, writer -> writer.writeComment(text));
            assertNotWritten(form, writer -> writer.writeCData(text));
            assertNotWritten(form, writer -> writer.writeProcessingInstruction("p", text));
        }
        assertNotWritten(form, writer -> writer.writeEmptyElement("no name"));
        assertNotWritten(form, writer -> writer.writeAttribute("no name", "x"));
        assertNotWritten(form, writer -> writer.writeNamespace("no name", "urn:x"));
        assertNotWritten(form, writer -> writer.writeNamespace("xmlns2", "http://www.w3.org/2000/xmlns/"));
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void whatFollowsTheDocumentIsRefused(Representation form) throws XMLStreamException {
        byte[] bytes = Forms.bytes(form, MESSAGE);
        Encoded longer = Encoded.of(form, Arrays.copyOf(bytes, bytes.length + 1));

        assertThatThrownBy(() -> longer.read(Limits.defaults(), Infoset::events))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void severalThreadsUseOneRepresentation() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (Representation form : Forms.all().toList()) {
                List<String> expected = Infoset.events(Infoset.reader(MESSAGE));
                Callable<List<String>> roundTrip =
                        () -> Encoded.of(form, Infoset.parsed(MESSAGE), 512).read(Limits.defaults(), Infoset::events);
                for (var result : threads.invokeAll(
                        IntStream.range(0, 200).mapToObj(i -> roundTrip).toList())) {
                    assertThat(result.get()).isEqualTo(expected);
                }
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void assertNotWritten(Representation form, Infoset.Content content) {
        assertThatThrownBy(() -> Encoded.of(
                        form,
                        writer -> {
                            writer.writeStartElement("a");
                            content.writeTo(writer);
                            writer.writeEndDocument();
                        },
                        512))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }
}
