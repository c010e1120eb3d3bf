package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.parley.Limit;
import io.parley.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how two sides of a session treat header blocks (docs/protocol/framing.md 5.4), without a session. */
class StaticHeadersTest {
    private static final int SEEDS = Integer.getInteger("parley.headers.seeds", 20);
    private static final String A = "<a:a xmlns:a=\"urn:a\">1</a:a>";
    private static final String B = "<b:b xmlns:b=\"urn:b\" xmlns:s=\"" + Headers.SOAP + "\" s:role=\"x\"/>";

    private final StaticHeaders client = Headers.side();
    private final StaticHeaders service = Headers.side();
    private final List<Integer> used = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "xml"})
    void aBlockComesInlineThenAsTextThenAsNumber(String representation) throws Exception {
        for (int message = 1; message <= 5; message++) {
            byte[] wire =
                    Headers.written(representation, List.of(A, B), client.sent(), (number, header) -> used.add(number));
            assertThat(Headers.read(representation, wire, service.stored()))
                    .as("message %d", message)
                    .containsExactly(A, message < 2 ? B : Headers.block(B).text());
            client.sent().acknowledged(service.stored().takeUnacknowledged());
            assertThat(used).hasSize(2 * Math.max(0, message - 2));
            assertThat(text(wire).contains("urn:a")).isEqualTo(message <= 2);
        }
        assertThat(used).startsWith(1, 2);
        assertThat(service.stored().takeUnacknowledged()).isEmpty();
    }

    @Test
    void aBlockIsRepeatedUntilItsNumberIsAcknowledged() throws Exception {
        for (int message = 0; message < 4; message++) {
            byte[] wire = written(A);
            assertThat(read(wire)).containsExactly(A);
            assertThat(text(wire)).contains("urn:a");
            assertThat(service.stored().takeUnacknowledged()).isEqualTo(message == 0 ? List.of() : List.of(1));
        }
        client.sent().acknowledged(List.of(1));

        assertThat(text(written(A))).doesNotContain("urn:a");
    }

    @Test
    void aMessageThatWasWrittenEarlierAndComesLaterIsReadAsItWasMeant() throws Exception {
        written(A);
        byte[] second = written(A);
        read(second);
        client.sent().acknowledged(service.stored().takeUnacknowledged());
        byte[] byNumber = written(A);

        assertThat(read(byNumber)).containsExactly(A);
        assertThat(read(second)).containsExactly(A);
    }

    @Test
    void whatThereIsNoRoomForGoesInline() throws Exception {
        StaticHeaders few = StaticHeaders.begin(
                Limits.defaults().with(Limit.STATIC_HEADERS, 2).with(Limit.STATIC_HEADER_BYTES, 100));
        String long1 = "<a:l xmlns:a=\"urn:a\">" + "x".repeat(100) + "</a:l>";
        List<String> blocks = List.of(long1, A, block(2), block(3));
        StaticHeaders peer = StaticHeaders.begin(
                Limits.defaults().with(Limit.STATIC_HEADERS, 2).with(Limit.STATIC_HEADER_BYTES, 100));
        byte[] wire = {};
        for (int message = 0; message < 4; message++) {
            wire = Headers.written("bnux", blocks, few.sent(), (number, header) -> {});
            assertThat(Headers.read("bnux", wire, peer.stored())).isEqualTo(blocks);
            few.sent().acknowledged(peer.stored().takeUnacknowledged());
        }

        assertThat(text(wire)).contains("xxxx", "1 2").doesNotContain("urn:b2");
        assertThat(few.sent().shared()).hasSize(2);
    }

    @Test
    void afterStopEverythingIsInlineWithTheNumbersStillKept() throws Exception {
        for (int message = 0; message < 3; message++) {
            read(written(A));
            client.sent().acknowledged(service.stored().takeUnacknowledged());
        }
        byte[] before = written(A);
        client.sent().stop();

        assertThat(text(written(A))).contains("urn:a");
        assertThat(read(before)).containsExactly(A);
    }

    @Test
    void blocksNamedAtTheNegotiationAreNumbersFromTheFirstMessageOn() throws Exception {
        client.sent().begin(List.of(Headers.block(A), Headers.block(block(2))));
        service.stored().begin(List.of(Headers.block(A), Headers.block(block(2))));

        byte[] wire = Headers.written("bnux", List.of(block(2), A), client.sent(), (number, header) -> {});

        assertThat(text(wire)).contains("2 1").doesNotContain("urn:a");
        assertThat(read(wire)).containsExactly(block(2), A);
        assertThat(service.stored().takeUnacknowledged()).isEmpty();
    }

    @Test
    void blocksWithinADefaultNamespaceAreLeftAsTheyAre() throws Exception {
        for (int message = 0; message < 4; message++) {
            byte[] wire = Headers.bytes("bnux", out -> {
                out.writeStartElement("", "outer", "urn:outer");
                out.writeDefaultNamespace("urn:outer");
                HeaderWriter header = new HeaderWriter(client.sent(), out, null);
                header.beginBlock();
                Headers.block(A).events().writeTo(header.target());
                header.endBlock();
                out.writeEndElement();
            });
            assertThat(text(wire)).contains("urn:a").doesNotContain("urn:parley:1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<x:x xmlns:x='urn:x' a='&#9;&#10;&#13;&lt;&amp;&quot;&apos;'>&#13;&lt;&amp;]]&gt;&#x10FFFF;</x:x>",
                "<x:x xmlns:x='urn:x'><![CDATA[<&]]><!-- c --><?pi data?><y xmlns=''/><z xmlns='urn:z'><q/></z></x:x>",
                "<x:x xmlns:x='urn:x' xmlns:u='urn:u' t='u:name'>u:other  </x:x>",
                "<x xmlns='urn:x' xml:lang='de'><x:y xmlns:x='urn:x' x:a='1'/></x>",
                "<x:x xmlns:x='urn:x'/>"
            })
    void whatStandsInABlockStaysAsItIs(String xml) throws Exception {
        String block = Headers.block(xml).text();
        String expected = null;
        for (int message = 0; message < 4; message++) {
            byte[] wire = Headers.written("xml", List.of(xml), client.sent(), (number, header) -> {});
            List<String> found = Headers.read("xml", wire, service.stored());
            expected = expected == null ? found.get(0) : expected;
            assertThat(found).containsExactly(expected);
            client.sent().acknowledged(service.stored().takeUnacknowledged());
        }
        assertThat(Headers.block(expected).events())
                .isEqualTo(Headers.block(block).events());
        assertThat(client.sent().shared()).hasSize(1);
    }

    @Test
    void anyHistoryOfLossAndDelayShowsWhatWasWritten() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            int number = seed;
            assertThatCode(() -> history(number)).as("seed %d", seed).doesNotThrowAnyException();
        }
    }

    /**
     * Exchanges messages in both directions that are lost, overtake each other, or are read twice or late, and their
     * acknowledgements.
     */
    private static void history(long seed) throws Exception {
        Random random = new Random(seed);
        Limits limits = Limits.defaults()
                .with(Limit.STATIC_HEADERS, 1 + random.nextInt(12))
                .with(Limit.STATIC_HEADER_BYTES, 1 + random.nextInt(2_000));
        StaticHeaders[] sides = {StaticHeaders.begin(limits), StaticHeaders.begin(limits)};
        String representation = List.of("bnux", "xml").get(random.nextInt(2));
        List<Letter> post = new ArrayList<>();
        for (int step = 0; step < 200; step++) {
            if (post.isEmpty() || random.nextInt(3) > 0) {
                int from = random.nextInt(2);
                List<String> blocks = Stream.generate(() -> block(random.nextInt(random.nextBoolean() ? 4 : 40)))
                        .limit(random.nextInt(6))
                        .toList();
                List<Integer> acknowledged = sides[from].stored().takeUnacknowledged();
                byte[] wire = Headers.written(representation, blocks, sides[from].sent(), (number, header) -> {});
                post.add(new Letter(1 - from, acknowledged, ByteBuffer.wrap(wire), blocks));
            } else {
                Letter letter = post.remove(random.nextInt(Math.min(post.size(), 4)));
                if (random.nextInt(5) > 0) {
                    sides[letter.to()].sent().acknowledged(letter.acknowledged());
                    assertThat(Headers.read(representation, letter.wire().array(), sides[letter.to()].stored()))
                            .isEqualTo(letter.blocks());
                }
            }
        }
    }

    private record Letter(int to, List<Integer> acknowledged, ByteBuffer wire, List<String> blocks) {}

    private static String block(int number) {
        return "<b:block xmlns:b=\"urn:b" + number + "\">" + "v".repeat(number * 3 + 1) + "</b:block>";
    }

    private byte[] written(String block) {
        return Headers.written("bnux", List.of(block), client.sent(), (number, header) -> {});
    }

    private List<String> read(byte[] wire) throws Exception {
        return Headers.read("bnux", wire, service.stored());
    }

    private static String text(byte[] wire) {
        return new String(wire, StandardCharsets.ISO_8859_1);
    }
}
