package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.representation.ContentReader;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** Tests that text as characters equals text as a string. */
class TextCharactersTest {
    private static final Representation PIECES = new Bnux().embedded();

    private static final List<String> TEXTS = List.of(
            "plain",
            "a little of Grüße in much that is plain, twice: Grüße",
            "日本語 and 日本",
            "\uD83D\uDE00 between \uD83D\uDE00",
            "é",
            "lines\n\tof\nsixty-four bytes and more, so that there is a block with white space in it");

    @Test
    void textsOfEveryKindAreTheSameBothWays() throws Exception {
        assertThat(readBothWays(new Bnux(), TEXTS)).isEqualTo(TEXTS);
    }

    @Test
    void aReaderThatComesAfterOneOfOtherCharactersSeesItsOwn() throws Exception {
        var bnux = new Bnux();
        List<String> plain = List.of("0123456", "x", "y", "z", "much longer than what stood here before", "a", "b");

        readBothWays(bnux, TEXTS);

        assertThat(readBothWays(bnux, plain)).isEqualTo(plain);
    }

    @Test
    void aTextThatIsLargerThanWhatIsKeptIsTheSameToo() throws Exception {
        List<String> texts =
                List.of("Grüße", "ä" + "x".repeat(2 * Intake.MAX_KEPT), "y".repeat(Intake.MAX_KEPT), "short");

        assertThat(readBothWays(new Bnux(), texts)).isEqualTo(texts);
    }

    @Test
    void whatAPieceAddsToAPageIsSeenBesideWhatWasThere() throws Exception {
        byte[] bytes = Bytes.inPieces((writer, sink) -> {
            writer.writeStartElement("a");
            for (String text : TEXTS) {
                writer.writeCharacters(text);
                writer.writeComment("x".repeat(text.length() * 20));
                writer.pause();
                writer.writeCharacters(TEXTS.get(1));
            }
            writer.writeEndDocument();
        });
        List<String> found = new ArrayList<>();

        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            ContentReader reader = PIECES.newReader(source);
            while (reader.hasNext()) {
                if (reader.isPaused()) {
                    reader.resume();
                } else if (reader.next() == XMLStreamReader.CHARACTERS) {
                    found.add(sameBothWays(reader));
                }
            }
        }

        assertThat(found).hasSize(2 * TEXTS.size());
        for (int i = 0; i < TEXTS.size(); i++) {
            assertThat(found.get(2 * i)).isEqualTo(TEXTS.get(i));
            assertThat(found.get(2 * i + 1)).isEqualTo(TEXTS.get(1));
        }
    }

    @Test
    void someOfTheCharactersCanBeCopied() throws Exception {
        char[] into = "........".toCharArray();
        byte[] bytes = document(TEXTS.subList(1, 2));

        int copied = Bytes.read(new Bnux(), bytes, Limits.defaults(), reader -> {
            reader.nextTag();
            reader.next();
            int some = reader.getTextCharacters(12, into, 2, 5);
            assertThat(reader.getTextCharacters(reader.getTextLength() - 1, into, 7, 5))
                    .isEqualTo(1);
            reader.next();
            reader.next();
            return some;
        });

        assertThat(copied).isEqualTo(5);
        assertThat(new String(into)).isEqualTo("..Grüßee");
    }

    @Test
    void aTagHasNone() throws Exception {
        Bytes.read(new Bnux(), document(TEXTS), Limits.defaults(), reader -> {
            reader.nextTag();
            assertThatThrownBy(reader::getTextCharacters).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(reader::getTextStart).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(reader::getTextLength).isInstanceOf(IllegalStateException.class);
            while (reader.hasNext()) {
                reader.next();
            }
            return reader;
        });
    }

    private static List<String> readBothWays(Representation bnux, List<String> texts) throws XMLStreamException {
        return Bytes.read(bnux, document(texts), Limits.defaults(), reader -> {
            List<String> found = new ArrayList<>();
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.CHARACTERS) {
                    found.add(sameBothWays(reader));
                }
            }
            return found;
        });
    }

    private static String sameBothWays(XMLStreamReader reader) {
        int length = reader.getTextLength();
        String characters = new String(reader.getTextCharacters(), reader.getTextStart(), length);
        assertThat(reader.getTextLength()).isEqualTo(length);
        assertThat(characters).isEqualTo(reader.getText());
        return characters;
    }

    private static byte[] document(List<String> texts) throws XMLStreamException {
        return Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("a");
            for (String text : texts) {
                writer.writeCharacters(text);
                writer.writeEmptyElement("b");
            }
            writer.writeEndDocument();
        });
    }
}
