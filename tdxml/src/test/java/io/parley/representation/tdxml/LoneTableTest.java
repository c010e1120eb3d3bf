package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.Representations;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests consecutive messages of one part each: no content of one appears in the next. */
class LoneTableTest {
    private static final String XSD = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="word" type="xs:string"/>
              <xs:element name="number" type="xs:int"/>
            </xs:schema>
            """;
    private static final String DIGEST = "0123456789abcdef";
    private static final int WORD = 0;
    private static final int NUMBER = 1;
    private static final int SEED = 6;

    private final Tdxml tdxml =
            new Tdxml(Representations.load(LoneTableTest.class.getClassLoader()).get("xml"));
    private final Parts parts = Parts.of(List.of(part("word", WORD), part("number", NUMBER)));

    @Test
    void whatTheMessageBeforeBeganWithIsPassedAtOnceAndNothingElseIs() {
        AgreedTables tables = tdxml.tables(parts);
        tables.setLast(NUMBER);

        assertThat(passed(tables, opening(NUMBER) + "[0]|7"))
                .isEqualTo(opening(NUMBER).length());
        assertThat(passed(tables, opening(WORD) + "[0]|x")).isZero();
        assertThat(passed(tables, opening(NUMBER).replace("\"", "'"))).isZero();
        assertThat(passed(tables, opening(NUMBER).substring(0, 30))).isZero();
        tables.setLast(WORD);
        assertThat(passed(tables, opening(WORD) + "[0]|x"))
                .isEqualTo(opening(WORD).length());
    }

    @Test
    void partsAreReadAsWhatTheySayWhicheverCameBeforeAndWhoeverWroteThem() throws XMLStreamException {
        List<String> openings = List.of(
                "<TDXML:Env schema=\"" + DIGEST + "\" part=\"N\"><TDXML:CT>\n",
                "<TDXML:Env part='N' schema='" + DIGEST + "' >\n <TDXML:CT>",
                "<TDXML:Envelope schema=\"" + DIGEST + "\" part=\"N\"><TDXML:ContentTable>\n");
        Random random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            int part = random.nextInt(2);
            String opening = openings.get(random.nextInt(openings.size())).replace("N", Integer.toString(part));
            boolean isLong = opening.contains("Table");
            String value = part == NUMBER ? Integer.toString(random.nextInt()) : "w".repeat(random.nextInt(9_000));
            String end = isLong ? "</TDXML:ContentTable></TDXML:Envelope>" : "</TDXML:CT></TDXML:Env>";
            String rows = "[0]|" + value + (random.nextBoolean() ? "\n" : "");

            assertThat(read(opening + rows + end, random.nextBoolean()).toString())
                    .as("message %d of seed %d", i, SEED)
                    .isEqualTo(value);
        }
    }

    @Test
    void anotherDigestIsRefusedAlsoBehindAMessageOfTheAgreedOne() throws XMLStreamException {
        String message = opening(NUMBER) + "[0]|7\n</TDXML:CT></TDXML:Env>";
        assertThat(read(message, true)).isEqualTo(7);
        assertThat(read(message, true)).isEqualTo(7);

        assertThatThrownBy(() -> read(message.replace("abcdef", "abcdee"), true))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_VIOLATION));
        assertThatThrownBy(() -> read(message.replace("part=\"1\"", "part=\"2\""), true))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    private Object read(String message, boolean whole) throws XMLStreamException {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        try (Source source =
                whole ? Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults()) : TypedMessages.source(bytes)) {
            ContentReader in = tdxml.newReader(source, parts);
            in.nextTag();
            Object value = in.part().take();
            in.next();
            source.expectEnd("message");
            return value;
        }
    }

    private static String opening(int part) {
        return "<TDXML:Env schema=\"" + DIGEST + "\" part=\"" + part + "\"><TDXML:CT>\n";
    }

    private static long passed(AgreedTables tables, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults())) {
            int part = tables.pass(source);
            assertThat(part == AgreedTables.NONE).isEqualTo(source.position() == 0);
            return source.position();
        }
    }

    private static Part part(String name, int number) {
        Slot.Element element =
                Layout.compile(Schema.read(XSD)).element(new QName(name)).orElseThrow();
        PartKey key = new PartKey(new QName("urn:test", "operation"), PartKey.Direction.IN, number);
        return Part.typed(key, element, RecordBinding.of(element), DIGEST + "00");
    }
}
