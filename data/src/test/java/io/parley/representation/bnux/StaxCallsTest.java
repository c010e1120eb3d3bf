package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.representation.Events;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests the call sequences that StAX allows on the writer, and their result in a reader. */
class StaxCallsTest {

    @Test
    void declarationsStandAsWrittenEvenIfNothingUsesThem() throws Exception {
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
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

        assertThat(events(bytes))
                .isEqualTo("<p:{urn:a}a unused:=urn:unused null:=urn:d p:=urn:a x=1 p:{urn:a}y=2><b null:=></></>.");
    }

    @Test
    void aNameWithoutNamespaceIsInTheDefaultNamespaceAsItWouldBeInText() throws Exception {
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("a");
            writer.writeDefaultNamespace("urn:d");
            writer.writeStartElement("b");
            writer.writeEndDocument();
        });

        assertThat(events(bytes)).isEqualTo("<{urn:d}a null:=urn:d><{urn:d}b></></>.");
    }

    @Test
    void aNamespaceAloneFindsItsPrefix() throws Exception {
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
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

        assertThat(events(bytes))
                .isEqualTo("<p:{urn:a}a p:=urn:a p:{urn:a}x=1><p:{urn:a}b late:=urn:late late:{urn:late}y=2></></>.");
    }

    @Test
    void aDefaultNamespaceIsNoNamespaceForAttributes() throws Exception {
        assertThatThrownBy(() -> Bytes.of(new Bnux(), writer -> {
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
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeAttribute("q", "urn:q", "x", "1");
            writer.writeStartElement("p", "b", "urn:a");
            writer.writeEndElement();
            writer.writeStartElement("", "c", "urn:c");
            writer.writeStartElement("", "d", "");
            writer.writeEndDocument();
        });

        assertThat(events(bytes))
                .isEqualTo("<p:{urn:a}a p:=urn:a q:=urn:q q:{urn:q}x=1><p:{urn:a}b></>"
                        + "<{urn:c}c null:=urn:c><d null:=></></></>.");
    }

    @Test
    void aNamespaceDeclarationWrittenAsAttributeIsADeclaration() throws Exception {
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeAttribute("xmlns", "http://www.w3.org/2000/xmlns/", "p", "urn:a");
            writer.writeAttribute("", "http://www.w3.org/2000/xmlns/", "xmlns", "urn:d");
            writer.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", "de");
            writer.writeEndDocument();
        });

        assertThat(events(bytes))
                .isEqualTo("<p:{urn:a}a null:=urn:d p:=urn:a xml:{http://www.w3.org/XML/1998/namespace}lang=de></>.");
    }

    @Test
    void theContextKnowsWhatIsInScope() throws Exception {
        Bytes.of(new Bnux(), writer -> {
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
        assertThatThrownBy(() -> Bytes.of(new Bnux(), writer -> {
                    writer.writeStartElement("p", "a", "urn:a");
                    writer.writeNamespace("p", "urn:a");
                    writer.writeNamespace("p", "urn:other");
                    writer.writeEndDocument();
                }))
                .isInstanceOf(XMLStreamException.class);
        assertThatThrownBy(() -> Bytes.of(new Bnux(), writer -> {
                    writer.writeStartElement("", "a", "");
                    writer.writeDefaultNamespace("urn:a");
                    writer.writeEndDocument();
                }))
                .isInstanceOf(XMLStreamException.class);
    }

    @Test
    void aNameWhosePrefixItsTagDeclaresOtherwiseGetsAnother() throws Exception {
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeNamespace("p", "urn:other");
            writer.writeAttribute("p", "urn:third", "x", "1");
            writer.writeStartElement("p", "b", "urn:a");
            writer.writeEndDocument();
        });

        assertThat(events(bytes))
                .isEqualTo("<p_:{urn:a}a p:=urn:other p_:=urn:a p__:=urn:third p__:{urn:third}x=1>"
                        + "<p:{urn:a}b p:=urn:a></></>.");
    }

    private static String events(byte[] bytes) throws XMLStreamException {
        return Bytes.read(new Bnux(), bytes, Limits.defaults(), reader -> Events.describe(reader, true));
    }
}
