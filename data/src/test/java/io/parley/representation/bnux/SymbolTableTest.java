package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.representation.Events;
import io.parley.representation.OneHash;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests which symbols the table of a page finds again, and when it stops searching. */
class SymbolTableTest {
    private static final int OF_ONE_HASH = 16;

    private final SymbolTable table = new SymbolTable();

    @Test
    void hashFloodingIsASymbolForEachTextAndNotALookAtAllOfThem() {
        List<String> texts = OneHash.texts(1_000);

        texts.forEach(table::use);
        texts.forEach(table::use);

        assertThat(table.size()).isEqualTo(2_000 - OF_ONE_HASH);
        assertThat(table.frequency(table.use(texts.get(OF_ONE_HASH - 1)))).isEqualTo(3);
        assertThat(table.frequency(table.use(texts.get(OF_ONE_HASH)))).isEqualTo(1);
    }

    @Test
    void textsOfOneHashComeBackAsTheyWere() throws Exception {
        List<String> texts = OneHash.texts(200);
        byte[] bytes = Bytes.of(new Bnux(), writer -> {
            writer.writeStartElement("a");
            for (int i = 0; i < 2 * texts.size(); i++) {
                writer.writeStartElement("b");
                writer.writeCharacters(texts.get(i % texts.size()));
                writer.writeEndElement();
            }
            writer.writeEndDocument();
        });

        StringBuilder wanted = new StringBuilder("<a>");
        IntStream.range(0, 2 * texts.size())
                .forEach(i -> wanted.append("<b>\"")
                        .append(texts.get(i % texts.size()))
                        .append("\"</>"));
        assertThat(read(bytes)).isEqualTo(wanted.append("</>.").toString());
    }

    @Test
    void aClearedTableKnowsNothingOfTheTextsThatItGaveUp() {
        List<String> texts = OneHash.texts(100);
        texts.forEach(table::use);

        table.clear();
        texts.forEach(table::use);

        assertThat(table.size()).isEqualTo(texts.size());
    }

    /**
     * A table is sized for the number of symbols of the previous page, so it may be too large or too small for the
     * next.
     */
    @Test
    void pagesOfAnySizeFindTheirSymbolsAgainBehindPagesOfAnyOther() {
        for (int symbols : new int[] {1, 5_000, 64, 0, 128, 3, 64, 65, 4_096, 2, 5_000, 4_095, 17}) {
            for (int use = 1; use <= 2; use++) {
                for (int i = 0; i < symbols; i++) {
                    assertThat(table.use("text " + i)).isEqualTo(i);
                    assertThat(table.frequency(i)).isEqualTo(use);
                }
            }
            assertThat(table.size()).isEqualTo(symbols);
            table.clear();
        }
    }

    private static String read(byte[] bytes) throws XMLStreamException {
        return Bytes.read(new Bnux(), bytes, Limits.defaults(), reader -> Events.describe(reader, true));
    }
}
