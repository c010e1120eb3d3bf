package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.representation.ContentFeed;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests messages of an agreed conversation, character by character. */
class TdxmlMessageTest {
    private static final String XSD = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="employees"><xs:complexType><xs:sequence>
                <xs:element name="person" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
                  <xs:element name="firstname" type="xs:string"/>
                  <xs:element name="lastname" type="xs:string"/>
                  <xs:element name="age" type="xs:int"/>
                </xs:sequence><xs:attribute name="gender" type="xs:string"/></xs:complexType></xs:element>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """;
    private static final RecordBinding BINDING = RecordBinding.of(
            Layout.compile(Schema.read(XSD)).element(new QName("employees")).orElseThrow());
    private static final TypedMessages TDXML = TypedMessages.of("tdxml");

    /** A table whose numbers follow the order of names, since the two sides' schemas may differ in their order. */
    private static final String TABLE = """
            [0][0]0(0)|M
            [0][0]0[0]|28
            [0][0]0[1]|Alan
            [0][0]0[2]|Johnson
            [0][0]1(0)|F
            [0][0]1[0]|35
            [0][0]1[1]|Mary
            [0][0]1[2]|Khan
            """;

    @Test
    void aPartAloneIsNothingButItsTable() throws Exception {
        assertThat(text(TDXML.encode(BINDING, employees())))
                .isEqualTo("<TDXML:Env schema=\"\" part=\"0\"><TDXML:CT>\n" + TABLE + "</TDXML:CT></TDXML:Env>");
    }

    @Test
    void inSoapATableIsAnElementOfTheBody() throws Exception {
        String message = text(TDXML.envelope(BINDING, employees()));

        assertThat(message)
                .isEqualTo("<?xml version='1.0' encoding='UTF-8'?>"
                        + "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                        + "<TDXML:Env xmlns:TDXML=\"urn:parley:tdxml:1\" schema=\"\" part=\"0\"><TDXML:CT>\n" + TABLE
                        + "</TDXML:CT></TDXML:Env></s:Body></s:Envelope>");
        assertThat(TDXML.decodeEnvelope(BINDING, message.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(employees());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 10_000})
    void theXmlAroundATableIsReadInPiecesOfAnySize(int pieceBytes) throws Exception {
        String message = "<?xml version='1.0'?><!-- <TDXML:Other '> --><s:Body xmlns:s='urn:s'>"
                + "<![CDATA[<TDXML]]><s:x/><TDXML:Env xmlns:TDXML=\"urn:parley:tdxml:1\" part='0' schema=''>\n <TDXML:CT>"
                + TABLE + "</TDXML:CT>\n</TDXML:Env><s:y>z</s:y></s:Body><!-- <TDXML:Env> -->";
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        int[] at = {0};
        ContentFeed pieces = () -> {
            int step = Math.min(pieceBytes, bytes.length - at[0]);
            at[0] += step;
            return step == 0 ? null : Unpooled.copiedBuffer(bytes, at[0] - step, step);
        };

        try (Source source = new Source(pieces, bytes.length, Limits.defaults())) {
            ContentReader in = TDXML.representation().newReader(source, TypedMessages.parts(BINDING));
            Object found = null;
            StringBuilder names = new StringBuilder();
            while (in.hasNext()) {
                in.next();
                if (in.part() != null) {
                    found = in.part().take();
                } else if (in.isStartElement()) {
                    names.append(in.getLocalName()).append(' ');
                }
            }
            source.expectEnd("message");
            assertThat(found).isEqualTo(employees());
            assertThat(names.toString()).isEqualTo("Body x y ");
        }
    }

    @Test
    void whatLooksLikeATableInAnApplicationsEventsIsRefused() {
        assertRefused(out -> out.writeComment("<TDXML:Env>"));
        assertRefused(out -> out.writeCData("<TDXML:Envelope>"));
        assertRefused(out -> out.writeProcessingInstruction("p", "<TDXML:Env"));
        assertRefused(out -> out.writeStartElement("TDXML", "Env", Tags.NAMESPACE));
    }

    private static void assertRefused(TypedMessages.Content content) {
        assertThatThrownBy(() -> TDXML.write(BINDING, out -> {
                    out.writeStartElement("a");
                    content.write(out);
                }))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING))
                .hasMessageContaining("another representation carries it");
    }

    private static Object employees() throws XMLStreamException {
        XMLStreamReader in = SafeXml.reader(new StringReader(PaperFigures.FIGURE_1_XML), Limits.defaults());
        in.nextTag();
        return BINDING.read(in);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
