package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests named attacks on tables: each ends in a coded error that names the place without payload data. */
class HostileTdxmlTest {
    private static final String SECRET = "s3cr3t";
    private static final Set<ErrorCode> REFUSALS = EnumSet.of(
            ErrorCode.MALFORMED_MESSAGE,
            ErrorCode.LIMIT,
            ErrorCode.SCHEMA_VIOLATION,
            ErrorCode.SCHEMA_INVALID,
            ErrorCode.XML_REFUSED);
    private static final String XSD = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="r" type="R"/>
              <xs:complexType name="R">
                <xs:sequence>
                  <xs:element name="a" type="xs:string" minOccurs="0"/>
                  <xs:element name="b" type="B" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element name="c" type="xs:string" nillable="true" minOccurs="0"/>
                  <xs:element name="d" type="xs:base64Binary" minOccurs="0"/>
                  <xs:choice minOccurs="0" maxOccurs="unbounded">
                    <xs:element name="e" type="xs:int"/>
                    <xs:element name="f" type="xs:string"/>
                  </xs:choice>
                  <xs:element name="g" type="R" minOccurs="0"/>
                </xs:sequence>
                <xs:attribute name="id" type="xs:string"/>
              </xs:complexType>
              <xs:complexType name="B">
                <xs:sequence>
                  <xs:element name="q" type="xs:int" minOccurs="0"/>
                  <xs:element name="s" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
                </xs:sequence>
                <xs:attribute name="sku" type="xs:string"/>
              </xs:complexType>
            </xs:schema>
            """;
    private static final Slot.Element PART =
            Layout.compile(Schema.read(XSD)).element(new QName("r")).orElseThrow();
    private static final RecordBinding BINDING = RecordBinding.of(PART);
    private static final TypedMessages MESSAGES = TypedMessages.of("tdxml");
    private static final String GOOD =
            "[0](0)|i/[0][0]|x/[0][1]0(0)|k/[0][1]0[0]|1/[0][1]0[1]0|s/[0][2]|\\N/[0][3]|QUJD"
                    + "/[0][4]0|1/[0][5]1|t/[0][6][0]|y";

    /** A name, then rows, each of which ends in a slash. */
    private static final String ROWS = """
            a child that nobody has ~ [0][7]|s3cr3t
            an attribute that nobody has ~ [0](1)|s3cr3t
            a grandchild that nobody has ~ [0][1]0[2]|s3cr3t
            an attribute that no child has ~ [0][1]0(1)|s3cr3t
            another root ~ [1]|s3cr3t
            a second root ~ [0][0]|a/[1]|s3cr3t
            an occurrence of the root ~ [0]0[0]|s3cr3t
            an occurrence of what stands once ~ [0][0]0|s3cr3t
            no occurrence of what repeats ~ [0][1](0)|s3cr3t
            no occurrence in a group ~ [0][5]|s3cr3t
            occurrences that begin at one ~ [0][1]1(0)|s3cr3t
            occurrences with a gap ~ [0][1]0(0)|k/[0][1]2(0)|s3cr3t
            a group with a gap ~ [0][4]0|1/[0][5]2|s3cr3t
            the largest occurrence ~ [0][1]2147483647(0)|s3cr3t
            two alternatives in one place ~ [0][4]0|1/[0][5]0|s3cr3t
            a key twice ~ [0][0]|s3cr3t/[0][0]|s3cr3t
            a key twice with others between ~ [0][0]|s3cr3t/[0][2]|y/[0][0]|z
            an attribute twice ~ [0](0)|s3cr3t/[0](0)|b
            a key twice in no order ~ [0][2]|s3cr3t/[0][0]|x/[0][2]|y
            an own row twice ~ [0]|/[0]|
            a leading zero in a root ~ [00][0]|s3cr3t
            a leading zero in a child ~ [0][00]|s3cr3t
            a leading zero in an occurrence ~ [0][1]00(0)|s3cr3t
            a leading zero in an attribute ~ [0](00)|s3cr3t
            a number of 2^31 ~ [0][2147483648]|s3cr3t
            an occurrence of 2^31 ~ [0][1]2147483648(0)|s3cr3t
            a number of 2^64 ~ [0][18446744073709551616]|s3cr3t
            a negative number ~ [0][-1]|s3cr3t
            a number with a sign ~ [0][+0]|s3cr3t
            a hexadecimal number ~ [0][0x0]|s3cr3t
            digits of another script ~ [0][\u00d9\u00a1]|s3cr3t
            a blank in brackets ~ [0][ 0]|s3cr3t
            nothing in brackets ~ [0][]|s3cr3t
            nothing in parentheses ~ [0]()|s3cr3t
            a bracket that stays open ~ [0][0|s3cr3t
            a parenthesis that stays open ~ [0](0|s3cr3t
            a bracket that a parenthesis closes ~ [0)|s3cr3t
            a key without its bar ~ [0][0]s3cr3t
            a key and nothing else ~ [0][0]
            half a key ~ [
            a child of an attribute ~ [0](0)[0]|s3cr3t
            an attribute of an attribute ~ [0](0)(0)|s3cr3t
            an occurrence of an attribute ~ [0](0)1|s3cr3t
            a blank before a key ~ \t[0][0]|s3cr3t
            text before a key ~ s3cr3t[0][0]|x
            a blank inside a key ~ [0] [0]|s3cr3t
            text in the place of a row ~ s3cr3t
            a bar without a key ~ |s3cr3t
            bytes that are no UTF-8 ~ [0][0]|s3cr3t\u00ff
            half a character ~ [0][0]|s3cr3t\u00c3
            a character that is longer than it should be ~ [0][0]|\u00c0\u0080
            half a surrogate pair ~ [0][0]|\u00ed\u00a0\u0080
            a control character ~ [0][0]|s3cr3t\u0001
            a character that XML has not ~ [0][0]|\u00ef\u00bf\u00bf
            an escape that nobody knows ~ [0][0]|s3cr3t\\q
            an escape at the end ~ [0][0]|s3cr3t\\
            nil and more ~ [0][2]|\\Ns3cr3t
            a mark in small letters ~ [0][2]|\\n\\x
            an entity that nobody knows ~ [0][0]|&s3cr3t;
            an ampersand alone ~ [0][0]|a & s3cr3t
            a reference to nothing ~ [0][0]|&#0;
            a reference to a line end ~ [0][0]|&#10;[0][2]|s3cr3t
            a reference to a carriage return ~ [0][0]|&#xD;
            a reference to half a pair ~ [0][0]|&#xD800;
            a reference beyond Unicode ~ [0][0]|&#x110000;
            a reference without digits ~ [0][0]|&#;
            a reference without its end ~ [0][0]|&amp s3cr3t
            a reference of many digits ~ [0][0]|&#99999999999999999999;
            a carriage return inside a value ~ [0][0]|s3\rcr3t
            an element in a value ~ [0][0]|<b>s3cr3t</b>
            a comment in a value ~ [0][0]|<!-- s3cr3t -->
            an instruction in a value ~ [0][0]|<?s3cr3t?>
            a section that stays open ~ [0][0]|<![CDATA[s3cr3t
            a section in small letters ~ [0][0]|<![cdata[s3cr3t]]>
            the end of another element ~ [0][0]|s3cr3t</x>
            a table in a table ~ [0][0]|x/<TDXML:CT>/[0][2]|s3cr3t/</TDXML:CT>
            the end by the other name ~ [0][0]|s3cr3t/</TDXML:ContentTable>
            a child of a value ~ [0][0]|x/[0][0][0]|s3cr3t
            an attribute of a value ~ [0][0](0)|s3cr3t
            text where elements stand ~ [0]|s3cr3t
            text where the elements of a child stand ~ [0][1]0|s3cr3t
            a child of nil ~ [0][2]|\\N/[0][2][0]|s3cr3t
            a child of an alternative ~ [0][4]0|1/[0][4]0[0]|s3cr3t
            an element as XML that is text ~ [0][2]|\\Xs3cr3t
            an element as XML that is nothing ~ [0][2]|\\X
            two elements as XML ~ [0][2]|\\X&lt;c/>&lt;c/>
            a document type in an element as XML ~ [0][2]|\\X&lt;!DOCTYPE c [&lt;!ENTITY s "s3cr3t">]>&lt;c>&amp;s;&lt;{c>
            an element as XML that stays open ~ [0][2]|\\X&lt;c>s3cr3t
            a prefix that an element as XML does not declare ~ [0][2]|\\X&lt;s3cr3t:c{>
            an entity in an element as XML ~ [0][2]|\\X&lt;c>&amp;s3cr3t;&lt;{c>
            an attribute as XML ~ [0](0)|\\X&lt;a{>
            a child of an element as XML ~ [0][2]|\\X&lt;c{>/[0][2][0]|s3cr3t
            """;

    /** A name, then rows that are refused only by a reader that knows the types. */
    private static final String VALUES = """
            a word for a number ~ [0][1]0[0]|s3cr3t
            two numbers for one ~ [0][1]0[0]|1 2
            no number at all ~ [0][1]0[0]|
            a number beyond its type ~ [0][4]0|2147483648
            a number in brackets ~ [0][4]0|(1)
            a binary that is no Base64 ~ [0][3]|***s3cr3t***
            a binary that ends early ~ [0][3]|QUJDR
            a value that is not there ~ [0][0]|\\P
            an attribute that is nil ~ [0](0)|\\N
            """;

    /** A name, then a message with a dot in place of its rows. */
    private static final String ENVELOPES = """
            a part that was not agreed ~ <TDXML:Env schema="" part="1"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            a negative part ~ <TDXML:Env schema="" part="-1"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            a part of many digits ~ <TDXML:Env schema="" part="99999999999999999999"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            a part that is a word ~ <TDXML:Env schema="" part="s3cr3t"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            no part ~ <TDXML:Env schema=""><TDXML:CT>.</TDXML:CT></TDXML:Env>
            another schema ~ <TDXML:Env schema="0123456789abcdef" part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            an attribute that nobody knows ~ <TDXML:Env schema="" part="0" s3cr3t="1"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            an attribute twice ~ <TDXML:Env part="0" part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            an attribute without quotes ~ <TDXML:Env part=0><TDXML:CT>.</TDXML:CT></TDXML:Env>
            the prefix of somebody else ~ <TDXML:Env xmlns:TDXML="urn:s3cr3t" part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            a tag that is too long ~ <TDXML:Env part="0" *><TDXML:CT>.</TDXML:CT></TDXML:Env>
            another envelope ~ <TDXML:Envoy part="0"><TDXML:CT>.</TDXML:CT></TDXML:Envoy>
            an envelope without a table ~ <TDXML:Env part="0"></TDXML:Env>
            an envelope that is empty ~ <TDXML:Env part="0"/>
            a schema that was not agreed ~ <TDXML:Env part="0"><TDXML:DS>r [0] ::= UTF8String</TDXML:DS><TDXML:CT>.</TDXML:CT></TDXML:Env>
            text before the table ~ <TDXML:Env part="0">s3cr3t<TDXML:CT>.</TDXML:CT></TDXML:Env>
            a comment before the table ~ <TDXML:Env part="0"><!--s3cr3t--><TDXML:CT>.</TDXML:CT></TDXML:Env>
            a table in another case ~ <TDXML:Env part="0"><TDXML:ct>.</TDXML:ct></TDXML:Env>
            two tables ~ <TDXML:Env part="0"><TDXML:CT>.</TDXML:CT><TDXML:CT>.</TDXML:CT></TDXML:Env>
            text behind the table ~ <TDXML:Env part="0"><TDXML:CT>.</TDXML:CT>s3cr3t</TDXML:Env>
            text behind the envelope ~ <TDXML:Env part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env>s3cr3t
            two envelopes ~ <TDXML:Env part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env><TDXML:Env part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env>
            an envelope in an envelope ~ <TDXML:Env part="0"><TDXML:Env part="0"><TDXML:CT>.</TDXML:CT></TDXML:Env></TDXML:Env>
            an envelope that stays open ~ <TDXML:Env part="0"><TDXML:CT>.</TDXML:CT>
            a table that stays open ~ <TDXML:Env part="0"><TDXML:CT>.
            another prefix in XML ~ <b xmlns:T="urn:parley:tdxml:1"><T:Env part="0"><T:CT>.</T:CT></T:Env></b>
            text behind the table in XML ~ <b xmlns:TDXML="urn:parley:tdxml:1"><TDXML:Env part="0" schema=""><TDXML:CT>.</TDXML:CT>s3cr3t</TDXML:Env></b>
            an element behind the table in XML ~ <b xmlns:TDXML="urn:parley:tdxml:1"><TDXML:Env part="0" schema=""><TDXML:CT>.</TDXML:CT><x/></TDXML:Env></b>
            XML that ends early ~ <b xmlns:TDXML="urn:parley:tdxml:1"><TDXML:Env part="0" schema=""><TDXML:CT>.</TDXML:CT></TDXML:Env>
            XML with a document type ~ <!DOCTYPE b [<!ENTITY s "s3cr3t">]><b xmlns:TDXML="urn:parley:tdxml:1"><TDXML:Env part="0" schema=""><TDXML:CT>.</TDXML:CT></TDXML:Env></b>
            """;

    private record Attack(String name, String text) {
        static List<Attack> of(String table) {
            List<Attack> attacks = new ArrayList<>();
            for (String line : table.split("\n", -1)) {
                int mark = line.indexOf(" ~ ");
                if (mark > 0) {
                    attacks.add(new Attack(line.substring(0, mark), line.substring(mark + 3)));
                }
            }
            return attacks;
        }

        /** Replaces slashes by line ends, and braces by slashes. */
        String rows() {
            return lines(text).replace('{', '/');
        }
    }

    @Test
    void thereAreAHundredAndMore() {
        assertThat(Attack.of(ROWS).size()
                        + Attack.of(VALUES).size()
                        + Attack.of(ENVELOPES).size())
                .isGreaterThanOrEqualTo(100);
    }

    @Test
    void whatTheAttacksAreMadeOfIsReadByBoth() {
        assertThatCode(() -> readPart(message(lines(GOOD)), Limits.defaults())).doesNotThrowAnyException();
        assertThatCode(() -> readDocument(document(lines(GOOD)), Limits.defaults()))
                .doesNotThrowAnyException();
    }

    @TestFactory
    Stream<DynamicTest> rowsAreRefusedInAnAgreedConversation() {
        return Stream.concat(Attack.of(ROWS).stream(), Attack.of(VALUES).stream())
                .map(attack -> DynamicTest.dynamicTest(
                        attack.name(), () -> assertRefused(() -> readPart(message(attack.rows()), Limits.defaults()))));
    }

    @TestFactory
    Stream<DynamicTest> rowsAreRefusedInADocument() {
        return Attack.of(ROWS).stream()
                .map(attack -> DynamicTest.dynamicTest(
                        attack.name(),
                        () -> assertRefused(() -> readDocument(document(attack.rows()), Limits.defaults()))));
    }

    @TestFactory
    Stream<DynamicTest> envelopesAreRefused() {
        return Attack.of(ENVELOPES).stream()
                .map(attack -> DynamicTest.dynamicTest(attack.name(), () -> {
                    String text = attack.text().replace("*", "x".repeat(600));
                    int dot = text.indexOf('.');
                    String whole = dot < 0 ? text : text.replace(".", "\n" + lines(GOOD));
                    assertRefused(() -> readPart(whole, Limits.defaults()));
                }));
    }

    @Test
    void elementsNestedTooDeepAreRefused() {
        String rows = "[0]" + "[6]".repeat(200) + "[0]|x\n";

        assertRefused(() -> readPart(message(rows), Limits.defaults()));
        assertRefused(() -> readDocument(document(rows), Limits.defaults()));
        assertRefused(() -> readPart(message("[0][2]|\\X" + "&lt;c>".repeat(5_000) + "\n"), Limits.defaults()));
    }

    @Test
    void rowsAndBytesOfAValueAreLimited() {
        String rows = "[0][1]0(0)|k\n".repeat(1) + "[0][2]|" + "x".repeat(100) + "\n";

        assertLimited(rows, Limit.ITEMS, 2);
        assertLimited(rows, Limit.STRING_BYTES, 100);
        assertLimited("[0][6][6][6][0]|x\n", Limit.DEPTH, 5);
    }

    @Test
    void aMessageCutAnywhereIsRefused() {
        String whole = message(lines(GOOD));

        for (int cut = 0; cut < whole.length(); cut++) {
            String part = whole.substring(0, cut);
            assertRefused(() -> readPart(part, Limits.defaults()));
        }
    }

    private static void assertLimited(String rows, Limit limit, long needed) {
        Limits enough = Limits.defaults().with(limit, needed);
        assertThatCode(() -> readPart(message(rows), enough)).doesNotThrowAnyException();
        assertThat(catchThrowable(() -> readPart(message(rows), enough.with(limit, needed - 1))))
                .hasMessageContaining(limit.setting());
    }

    private interface Reading {
        void run() throws Exception;
    }

    private static void assertRefused(Reading reading) {
        Throwable thrown = catchThrowable(reading::run);
        assertThat(thrown).isInstanceOf(ParleyException.class);
        assertThat(((ParleyException) thrown).code()).isIn(REFUSALS);
        assertThat(thrown.getMessage()).doesNotContain(SECRET);
    }

    private static String lines(String rows) {
        return rows.replace("</", "\u0002").replace('/', '\n').replace("\u0002", "</") + "\n";
    }

    private static String message(String rows) {
        return "<TDXML:Env schema=\"\" part=\"0\"><TDXML:CT>\n" + rows + "</TDXML:CT></TDXML:Env>";
    }

    private static String document(String rows) {
        return "<TDXML:Env><TDXML:DS>" + DataSchema.of(PART).print() + "</TDXML:DS><TDXML:CT>\n" + rows
                + "</TDXML:CT></TDXML:Env>";
    }

    private static void readPart(String text, Limits limits) throws Exception {
        try (Source source = source(text, limits)) {
            ContentReader in = MESSAGES.representation().newReader(source, TypedMessages.parts(BINDING));
            boolean found = false;
            while (in.hasNext()) {
                in.next();
                if (in.part() != null) {
                    in.part().take();
                    found = true;
                }
            }
            source.expectEnd("message");
            assertThat(found).as("a part").isTrue();
        }
    }

    private static void readDocument(String text, Limits limits) throws Exception {
        try (Source source = source(text, limits)) {
            new TdxmlDocument().read(source, SafeXml.output().createXMLStreamWriter(new StringWriter()));
            source.expectEnd("document");
        }
    }

    private static Source source(String text, Limits limits) {
        return Source.of(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.ISO_8859_1)), limits);
    }
}
