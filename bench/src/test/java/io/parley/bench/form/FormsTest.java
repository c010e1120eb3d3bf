package io.parley.bench.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.schema.SafeXml;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FormsTest {

    static Stream<String> forms() {
        return Forms.all().stream().map(Form::name);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyFormSeesAllOfEveryDocumentItDoes(String name) throws Exception {
        int done = 0;
        try (Form form = Forms.of(name)) {
            for (Document document : documents()) {
                for (Direction direction : Direction.values()) {
                    if (form.does(direction, document)) {
                        done++;
                        Work work = form.work(direction, document);
                        long first = work.run();
                        assertThat(work.run())
                                .as(name + " " + direction + " " + document)
                                .isEqualTo(first)
                                .isPositive();
                        if (direction == Direction.READ && form.isSeen()) {
                            assertThat(first).as(document.name()).isEqualTo(tally(document));
                        }
                    }
                }
            }
        }
        assertThat(done).isPositive();
    }

    private static List<Document> documents() throws Exception {
        return Documents.of(Documents.QUICK).stream()
                .filter(document -> document.size() != Size.LARGE)
                .toList();
    }

    private static long tally(Document document) throws Exception {
        return Events.of(SafeXml.reader(document.xml(), Limits.defaults())).tally();
    }
}
