package io.parley.representation.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How StAX users may call the writer, and what a reader then sees. */
class TokensWriterTest {

    @Test
    void declarationsStandAsWrittenEvenIfNothingUsesThem() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartDocument("UTF-8", "1.0");
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeNamespace("unused", "urn:unused");
            writer.writeNamespace("p", "urn:a");
            writer.writeDefaultNamespace("urn:d");
            writer.writeAttribute("x", "1");
            writer.writeAttribute("p", "urn:a", "y", "2");
            writer.writeStartElement("", "b", "");
            writer.writeDefaultNamespace("");
            writer.writeEndElement();
            writer.writeEndElement();
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes))
                .isEqualTo("<p:{urn:a}a unused:=urn:unused p:=urn:a null:=urn:d x=1 p:{urn:a}y=2><b null:=></></>.");
    }

    @Test
    void aNameWithoutNamespaceIsInTheDefaultNamespaceAsItWouldBeInText() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("a");
            writer.writeDefaultNamespace("urn:d");
            writer.writeStartElement("b");
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes)).isEqualTo("<{urn:d}a null:=urn:d><{urn:d}b></></>.");
    }

    @Test
    void aNamespaceAloneFindsItsPrefix() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.setPrefix("p", "urn:a");
            writer.writeStartElement("urn:a", "a");
            writer.writeNamespace("p", "urn:a");
            writer.writeAttribute("urn:a", "x", "1");
            writer.writeEmptyElement("urn:a", "b");
            writer.writeAttribute("urn:late", "y", "2");
            writer.writeNamespace("late", "urn:late");
            writer.close();
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes))
                .isEqualTo("<p:{urn:a}a p:=urn:a p:{urn:a}x=1><p:{urn:a}b late:=urn:late late:{urn:late}y=2></></>.");
    }

    @Test
    void aDefaultNamespaceIsNoNamespaceForAttributes() throws Exception {
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement("", "a", "urn:a");
                    writer.writeDefaultNamespace("urn:a");
                    writer.writeAttribute("urn:a", "x", "1");
                    writer.writeEndDocument();
                }))
                .isInstanceOf(XMLStreamException.class)
                .hasMessageContaining("no prefix is bound");
    }

    @Test
    void aBindingThatNobodyDeclaredIsAdded() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeAttribute("q", "urn:q", "x", "1");
            writer.writeStartElement("p", "b", "urn:a");
            writer.writeEndElement();
            writer.writeStartElement("", "c", "urn:c");
            writer.writeStartElement("", "d", "");
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes))
                .isEqualTo("<p:{urn:a}a p:=urn:a q:=urn:q q:{urn:q}x=1><p:{urn:a}b></>"
                        + "<{urn:c}c null:=urn:c><d null:=></></></>.");
    }

    @Test
    void aNamespaceDeclarationWrittenAsAttributeIsADeclaration() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeAttribute("xmlns", "http://www.w3.org/2000/xmlns/", "p", "urn:a");
            writer.writeAttribute("", "http://www.w3.org/2000/xmlns/", "xmlns", "urn:d");
            writer.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", "de");
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes))
                .isEqualTo("<p:{urn:a}a p:=urn:a null:=urn:d xml:{http://www.w3.org/XML/1998/namespace}lang=de></>.");
    }

    @Test
    void textBoundariesCommentsAndInstructionsStay() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartDocument();
            writer.writeComment("before");
            writer.writeProcessingInstruction("target");
            writer.writeStartElement("a");
            writer.writeCharacters("x");
            writer.writeCharacters("");
            writer.writeCharacters("-y-".toCharArray(), 1, 1);
            writer.writeCData("<z>");
            writer.writeProcessingInstruction("t", "some data");
            writer.writeEndElement();
            writer.writeComment("after");
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes)).isEqualTo("!before!?target ?<a>\"x\"\"y\"[<z>]?t some data?</>!after!.");
    }

    @Test
    void aNameIsSpelledOnlyOnce() throws Exception {
        byte[] once = Bytes.of((writer, sink) -> items(writer, 1));
        byte[] often = Bytes.of((writer, sink) -> items(writer, 101));

        int each = "start, name, count, name, length, x, end".split(", ").length;
        assertThat(often.length - once.length).isEqualTo(100 * each);
    }

    @Test
    void theContextKnowsWhatIsInScope() throws Exception {
        Bytes.of((writer, sink) -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeNamespace("p", "urn:a");
            writer.writeNamespace("q", "urn:a");
            writer.writeStartElement("p", "b", "urn:b");
            writer.writeNamespace("p", "urn:b");
            var context = writer.getNamespaceContext();

            assertThat(context.getNamespaceURI("p")).isEqualTo("urn:b");
            assertThat(context.getPrefix("urn:a")).as("p is hidden").isEqualTo("q");
            assertThat(context.getPrefix("urn:none")).isNull();
            assertThat(context.getNamespaceURI("none")).isEmpty();
            assertThat(List.of(context.getPrefixes("urn:b").next())).containsExactly("p");
            writer.writeEndElement();
            assertThat(writer.getPrefix("urn:a")).isEqualTo("q");
            assertThat(context.getNamespaceURI("p")).isEqualTo("urn:a");
            writer.writeEndDocument();
        });
    }

    @Test
    void onePrefixCannotMeanTwoThingsInOneTag() {
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement("p", "a", "urn:a");
                    writer.writeNamespace("p", "urn:a");
                    writer.writeNamespace("p", "urn:other");
                    writer.writeEndDocument();
                }))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement("", "a", "");
                    writer.writeDefaultNamespace("urn:a");
                    writer.writeEndDocument();
                }))
                .isInstanceOf(XMLStreamException.class);
    }

    @Test
    void aNameWhosePrefixItsTagDeclaresOtherwiseGetsAnother() throws Exception {
        byte[] bytes = Bytes.of((writer, sink) -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeNamespace("p", "urn:other");
            writer.writeAttribute("p", "urn:third", "x", "1");
            writer.writeStartElement("p", "b", "urn:a");
            writer.writeEndDocument();
        });

        assertThat(Bytes.events(bytes))
                .isEqualTo("<p_:{urn:a}a p:=urn:other p_:=urn:a p__:=urn:third p__:{urn:third}x=1>"
                        + "<p:{urn:a}b p:=urn:a></></>.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0000", "a\u000Bb", "\uFFFE", "\uFFFF", "\uD800", "\uDC00\uD800", "ab\uD83Dcd"})
    void whatIsNoXmlTextIsRefusedByTheWriter(String text) {
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters(text);
                }))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "p:a", "1a", "-a", "a>", "a\u00D7", "<"})
    void whatIsNoNameIsRefusedByTheWriter(String name) {
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement(name);
                    writer.writeEndDocument();
                }))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @Test
    void callsInTheWrongOrderAreRefused() {
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> writer.writeEndElement()))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> writer.writeAttribute("a", "b")))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> Bytes.of((writer, sink) -> {
                    writer.writeStartElement("a");
                    writer.writeStartDocument();
                }))
                .isInstanceOf(XMLStreamException.class);
    }

    private static void items(TokensWriter writer, int count) throws XMLStreamException {
        writer.writeStartElement("items");
        for (int i = 0; i < count; i++) {
            writer.writeStartElement("item");
            writer.writeAttribute("kind", "x");
            writer.writeEndElement();
        }
        writer.writeEndDocument();
    }
}
