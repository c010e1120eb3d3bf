package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Events;
import io.parley.representation.Sniff;
import java.util.HexFormat;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the call sequences that StAX allows on the writer, and their result in a reader. */
class BnuxWriterTest {
    private static final Bnux MESSAGES = new Bnux();
    private static final Bnux DOCUMENTS = Bnux.forDocuments(0);

    @Test
    void theBytesAreThoseOfTheDescription() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeStartElement("a");
            writer.writeAttribute("b", "1");
            writer.writeCharacters("x");
            writer.writeEndDocument();
        });

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("e001dffe07" + "07ffffffdd" + "000000050000000900000009" + "00" + "6100" + "6200" + "3100"
                        + "7800" + "e001dffe00000000" + "1a" + "293801" + "48" + "03");
    }

    @Test
    void aDeclarationIsWrittenIfItSaysMoreThanTheNames() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeStartElement("p", "a", "urn:a");
            writer.writeNamespace("unused", "urn:unused");
            writer.writeNamespace("p", "urn:a");
            writer.writeNamespace("q", "urn:q");
            writer.writeAttribute("q", "urn:q", "x", "1");
            writer.writeStartElement("p", "b", "urn:a");
            writer.writeNamespace("p", "urn:a");
            writer.writeNamespace("unused", "urn:other");
            writer.writeEndDocument();
        });

        assertThat(events(MESSAGES, bytes))
                .isEqualTo("<p:{urn:a}a unused:=urn:unused p:=urn:a q:=urn:q q:{urn:q}x=1>"
                        + "<p:{urn:a}b unused:=urn:other></></>.");
    }

    @Test
    void anUndeclaredDefaultNamespaceStaysUndeclared() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeStartElement("", "a", "urn:a");
            writer.writeDefaultNamespace("urn:a");
            writer.writeStartElement("", "b", "");
            writer.writeDefaultNamespace("");
            writer.writeEndDocument();
        });

        assertThat(events(MESSAGES, bytes)).isEqualTo("<{urn:a}a null:=urn:a><b null:=></></>.");
    }

    @Test
    void sectionsBecomeTextAndPiecesStayPieces() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeStartDocument();
            writer.writeComment("before");
            writer.writeStartElement("a");
            writer.writeCharacters("x");
            writer.writeCharacters("");
            writer.writeCData("<y>");
            writer.writeCData("");
            writer.writeProcessingInstruction("t", "some data");
            writer.writeEndElement();
            writer.writeProcessingInstruction("u");
            writer.writeEndDocument();
        });

        assertThat(events(MESSAGES, bytes)).isEqualTo("!before!<a>\"x\"\"<y>\"?t some data?</>?u ?.");
    }

    @Test
    void aFlushedDocumentEndsItsPageWhereAPageMayEnd() throws Exception {
        byte[] bytes = Bytes.of(DOCUMENTS, BnuxWriterTest::flushedEverywhere);
        byte[] once = Bytes.of(MESSAGES, BnuxWriterTest::flushedEverywhere);

        assertThat(pages(bytes)).isEqualTo(4);
        assertThat(pages(once)).isEqualTo(1);
        assertThat(events(DOCUMENTS, bytes))
                .isEqualTo("!c!<a><b c=1>\"x\"</></>!d!.")
                .isEqualTo(events(MESSAGES, once));
    }

    private static void flushedEverywhere(XMLStreamWriter writer) throws XMLStreamException {
        writer.flush();
        writer.writeComment("c");
        writer.flush();
        writer.writeStartElement("a");
        writer.flush();
        writer.writeStartElement("b");
        writer.flush();
        writer.flush();
        writer.writeAttribute("c", "1");
        writer.writeCharacters("x");
        writer.flush();
        writer.writeEndElement();
        writer.flush();
        writer.writeEndElement();
        writer.flush();
        writer.writeComment("d");
        writer.flush();
        writer.writeEndDocument();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "<!DOCTYPE a>",
                "<!DOCTYPE p:a SYSTEM \"http://example.org/a.dtd\">",
                "<!DOCTYPE a SYSTEM 'say \"a\"'>",
                "<!DOCTYPE a PUBLIC \"-//X//Y\" \"a.dtd\">",
                "<!DOCTYPE a [<!ENTITY e \"]>\"><!--]>--><?p ]>?>]>"
            })
    void aDocumentTypeStaysInADocument(String declaration) throws Exception {
        byte[] bytes = Bytes.of(DOCUMENTS, writer -> {
            writer.writeDTD(declaration);
            writer.writeEmptyElement("a");
            writer.writeEndDocument();
        });

        assertThat(events(DOCUMENTS, bytes)).isEqualTo(declaration + "<a></>.");
        assertCode(ErrorCode.XML_REFUSED, () -> events(MESSAGES, bytes));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<!DOCTYPE>",
                "<!DOCTYPE 1>",
                "<!DOCTYPE a",
                "<!DOCTYPE a []><b/>",
                "<!DOCTYPE a []]>",
                "DOCTYPE a",
                "<!DOCTYPE a PUBLIC \"{\" \"b\">",
                "<!DOCTYPE a PUBLIC \"b\">",
                "<!DOCTYPE a [<!ENTITY \"]>"
            })
    void whatIsNoDocumentTypeIsRefused(String declaration) {
        assertCode(ErrorCode.ENCODING, () -> Bytes.of(DOCUMENTS, writer -> writer.writeDTD(declaration)));
    }

    @Test
    void aMessageHasNoDocumentType() {
        assertCode(ErrorCode.ENCODING, () -> Bytes.of(MESSAGES, writer -> writer.writeDTD("<!DOCTYPE a>")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\u0000", "a\u000Bb", "ä\u0001", "\uFFFE", "\uFFFF", "\uD800", "\uDC00\uD800", "ab\uD83Dcd"})
    void whatIsNoXmlTextIsRefused(String text) {
        assertCode(
                ErrorCode.ENCODING,
                () -> Bytes.of(MESSAGES, writer -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters(text);
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "p:a", "1a", "-a", "a>", "a\u00D7", "<"})
    void whatIsNoNameIsRefusedAlsoIfItWasTextBefore(String name) {
        assertCode(
                ErrorCode.ENCODING,
                () -> Bytes.of(MESSAGES, writer -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters(name);
                    writer.writeStartElement(name);
                    writer.writeEndDocument();
                }));
    }

    @Test
    void callsInTheWrongOrderAreRefused() {
        assertWrong(writer -> writer.writeEndElement());
        assertWrong(writer -> writer.writeAttribute("a", "b"));
        assertWrong(writer -> writer.writeEndDocument());
        assertWrong(writer -> writer.writeCharacters("x"));
        assertWrong(writer -> {
            writer.writeEmptyElement("a");
            writer.writeEmptyElement("b");
            writer.writeEndDocument();
        });
    }

    @Test
    void aWriterThatWroteNothingIsClosedWithoutADocument() throws Exception {
        assertThat(Bytes.of(MESSAGES, writer -> writer.close())).isEmpty();
    }

    @Test
    void theMagicTells() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeEmptyElement("a");
            writer.writeEndDocument();
        });

        assertThat(MESSAGES.sniff(Unpooled.wrappedBuffer(bytes))).isEqualTo(Sniff.YES);
        assertThat(MESSAGES.sniff(Unpooled.wrappedBuffer(bytes, 0, 3))).isEqualTo(Sniff.MORE);
        assertThat(MESSAGES.sniff(Unpooled.EMPTY_BUFFER)).isEqualTo(Sniff.MORE);
        assertThat(MESSAGES.sniff(Unpooled.wrappedBuffer(new byte[] {(byte) 0xE0, 2})))
                .isEqualTo(Sniff.NO);
    }

    @Test
    void aReaderThatWasClosedKnowsNothingAndDoesNotLendItsNames() throws Exception {
        byte[] bytes = Bytes.of(MESSAGES, writer -> {
            writer.writeEmptyElement("p", "a", "urn:secret");
            writer.writeEndDocument();
        });
        Bytes.read(MESSAGES, bytes, Limits.defaults(), reader -> {
            reader.next();
            var context = reader.getNamespaceContext();
            assertThat(context.getNamespaceURI("p")).isEqualTo("urn:secret");
            reader.next();
            assertThat(reader.next()).isEqualTo(XMLStreamReader.END_DOCUMENT);

            assertThat(context.getNamespaceURI("p")).isEmpty();
            assertThatThrownBy(reader::getLocalName).isInstanceOf(IllegalStateException.class);
            reader.close();
            return true;
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "of a dozen words, \u0001",
                "of a dozen words, \uFFFF",
                "é in a dozen words \u000B",
                "a dozen words \uD83D"
            })
    void whatIsNoXmlTextIsRefusedInLongTextsAlso(String text) {
        assertCode(
                ErrorCode.ENCODING,
                () -> Bytes.of(MESSAGES, writer -> {
                    writer.writeStartElement("a");
                    writer.writeCharacters("a dozen words \uD83D\uDE00, and what the next one leaves of them");
                    writer.writeCharacters(text);
                }));
    }

    @Test
    void aNameIsFoundAgainWithItsOwnPrefixAndNamespaceAlone() throws Exception {
        for (int message = 0; message < 2; message++) {
            byte[] bytes = Bytes.of(MESSAGES, writer -> {
                writer.writeStartElement("p", "a", "urn:a");
                writer.writeStartElement("q", "a", "urn:a");
                writer.writeStartElement("p", "a", "urn:b");
                writer.writeStartElement("", "a", "");
                writer.writeEndDocument();
            });

            assertThat(events(MESSAGES, bytes))
                    .isEqualTo("<p:{urn:a}a p:=urn:a><q:{urn:a}a q:=urn:a><p:{urn:b}a p:=urn:b><a></></></></>.");
        }
        assertCode(
                ErrorCode.ENCODING,
                () -> Bytes.of(MESSAGES, writer -> {
                    writer.writeStartElement("xml", "a", "urn:a");
                    writer.writeEndDocument();
                }));
    }

    private static String events(Bnux bnux, byte[] bytes) throws XMLStreamException {
        return Bytes.read(bnux, bytes, Limits.defaults(), reader -> Events.describe(reader, true));
    }

    /** Returns the number of pages, counted by the magic number after each symbol table. */
    private static int pages(byte[] bytes) {
        int count = -1;
        for (int i = 0; i + 4 <= bytes.length; i++) {
            boolean magic = bytes[i] == (byte) 0xE0 && bytes[i + 1] == 1 && bytes[i + 2] == (byte) 0xDF;
            count += magic && bytes[i + 3] == (byte) 0xFE ? 1 : 0;
        }
        return count;
    }

    private static void assertWrong(Bytes.Content content) {
        assertThatThrownBy(() -> Bytes.of(MESSAGES, content)).isInstanceOf(XMLStreamException.class);
    }

    private static void assertCode(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
