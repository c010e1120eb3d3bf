package io.parley.codecs.exi;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.codecs.AgreedParts;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.util.List;

/**
 * Tests that any bytes are read with a schema, or refused with a code; a document that was read stays the same when it
 * is written and read again. Saved inputs run as ordinary tests; {@code mvn -Pfuzz -pl codecs -am test
 * -Dtest=ExiBySchemaFuzzTest -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.time=10m} searches for more.
 */
class ExiBySchemaFuzzTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="a"><xs:complexType>
                <xs:sequence>
                  <xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element ref="a" minOccurs="0"/>
                  <xs:any minOccurs="0" processContents="lax"/>
                </xs:sequence>
                <xs:attribute name="c"/><xs:attribute name="d"/><xs:anyAttribute processContents="lax"/>
              </xs:complexType></xs:element>
            </xs:schema>""";

    private static final Representation FORM = AgreedParts.of(new ExiBySchema(), SCHEMA);

    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.ITEMS, 10_000)
            .with(Limit.NAMES, 200)
            .with(Limit.DEPTH, 30)
            .with(Limit.MESSAGE_BYTES, 1 << 20);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        Encoded again;
        try {
            again = Encoded.of(FORM, input)
                    .read(LIMITS, reader -> Encoded.of(FORM, writer -> Infoset.copy(reader, writer), 512));
        } catch (ParleyException e) {
            assertThat(e.code()).isIn(ErrorCode.LIMIT, ErrorCode.MALFORMED_MESSAGE, ErrorCode.SCHEMA_VIOLATION);
            return;
        }
        List<String> read = Encoded.of(FORM, input).read(LIMITS, Infoset::events);
        assertThat(again.read(LIMITS, Infoset::events)).isEqualTo(read);
    }
}
