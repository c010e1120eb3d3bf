package io.parley.bench.retail;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Door;
import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.form.Work;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {

    static Stream<String> ways() {
        return Lines.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyWayAnswersWithTheContentThatCame(String way) throws Exception {
        try (Line<?> line = Lines.open(way, Door.DIRECT)) {
            for (Shape shape : Shape.values()) {
                answers(line, shape);
            }
        }
    }

    @Test
    void messagesOfGrpcAreConvertedBeforeTheCalls() throws Exception {
        try (Line<?> line = Lines.open("grpc", Door.DIRECT)) {
            for (Shape shape : Shape.values()) {
                assertThat(line.messages().apply(shape))
                        .isSameAs(line.messages().apply(shape));
            }
        }
    }

    private static <M> void answers(Line<M> line, Shape shape) throws Exception {
        Update came =
                line.contents().apply(line.calls().exchange(line.messages().apply(shape)));
        Update sent = shape.message();

        assertThat(came.identification).isEqualTo(Line.ANSWER);
        came.identification = sent.identification;
        assertThat(came).as(shape.word()).usingRecursiveComparison().isEqualTo(sent);
    }

    @Test
    void tablesInAnEnvelopeAreAsMuchSmallerAsTheyAreToBe() throws Exception {
        assertThat(ratio(Shape.SIMPLE)).isLessThanOrEqualTo(0.75);
        assertThat(ratio(Shape.MEDIUM)).isLessThanOrEqualTo(0.60);
        assertThat(ratio(Shape.COMPLEX)).isLessThanOrEqualTo(0.55);
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "answer"})
    void documentsGoOverTheStreamAndBackInEveryRepresentation(String name) throws Exception {
        Document document = Documents.of(name).get(0);
        try (DocumentRounds rounds = DocumentRounds.open(document)) {
            assertThat(rounds.works().keySet()).containsExactlyElementsOf(DocumentRounds.ALL);
            for (Map.Entry<String, Work> work : rounds.works().entrySet()) {
                assertThat(work.getValue().run()).as(work.getKey()).isNotZero();
            }
        }
    }

    private static double ratio(Shape shape) throws Exception {
        Map<String, Double> bytes = Envelopes.of(shape);
        return bytes.get("tdxml-elements") / bytes.get("soap");
    }
}
