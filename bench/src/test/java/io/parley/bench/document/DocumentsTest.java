package io.parley.bench.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentsTest {

    @Test
    void theQuickSetsHaveEveryClass() throws Exception {
        assertThat(Documents.of(Documents.QUICK)).extracting(Document::size).contains(Size.SMALL, Size.MEDIUM);
        assertThat(Documents.count(Documents.WITH_LARGE)).isEqualTo(Documents.count(Documents.QUICK) + 1);
    }

    @Test
    void theLargeDocumentIsOf20Megabytes() throws Exception {
        List<Document> large = Documents.of("records20");

        assertThat(large).hasSize(1);
        assertThat(large.get(0).bytes()).isBetween(19_900_000, 20_100_000);
        assertThat(large.get(0).size()).isEqualTo(Size.LARGE);
        assertThat(large.get(0).typed()).isPresent();
    }

    @Test
    void aDocumentIsTheSameEachTime() throws Exception {
        for (String name : List.of("note", "entry", "answer", "play", "catalogue", "log", "jpeg")) {
            assertThat(Documents.of(name).get(0).xml().readAllBytes())
                    .isEqualTo(Documents.of(name).get(0).xml().readAllBytes());
        }
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Documents.of("nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nothing")
                .hasMessageContaining("records20");
    }

    @Test
    void symbolsAreCountedAsPaper004Does() throws Exception {
        Document document =
                new Document("five", "<a x='v'><b>v</b><b>w</b></a>".getBytes(StandardCharsets.UTF_8), null);

        Symbols symbols = Symbols.of(document);

        // The text has a, x, v twice, b twice and w: five distinct strings, three of which occur once, and seven
        // occurrences.
        assertThat(symbols.onceOnly()).isEqualTo(3.0 / 5);
        assertThat(symbols.top().get(0)).isEqualTo(2.0 / 7);
        assertThat(symbols.top().get(1)).isEqualTo(4.0 / 7);
        assertThat(symbols.top()).hasSize(16).endsWith(1.0);
    }
}
