package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.schema.Schema;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Tests named attacks on records: each ends in a coded error, with little memory and time whatever it claims. */
class HostileCatalogueTest {
    private static final long LITTLE = 4 << 20;
    private static final long MOST_NANOS = 1_000_000_000;
    private static final Set<ErrorCode> REFUSALS =
            EnumSet.of(ErrorCode.MALFORMED_MESSAGE, ErrorCode.LIMIT, ErrorCode.SCHEMA_VIOLATION, ErrorCode.XML_REFUSED);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final HexFormat HEX = HexFormat.of();

    private static final Layout LAYOUT = Layout.compile(Schema.read("""
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="string" type="xs:string"/>
              <xs:element name="boolean" type="xs:boolean"/>
              <xs:element name="int" type="xs:int"/>
              <xs:element name="double" type="xs:double"/>
              <xs:element name="integer" type="xs:integer"/>
              <xs:element name="decimal" type="xs:decimal"/>
              <xs:element name="hex" type="xs:hexBinary"/>
              <xs:element name="base64" type="xs:base64Binary"/>
              <xs:element name="dateTime" type="xs:dateTime"/>
              <xs:element name="duration" type="xs:duration"/>
              <xs:element name="QName" type="xs:QName"/>
              <xs:element name="enum"><xs:simpleType><xs:restriction base="xs:string">
                <xs:enumeration value="x"/><xs:enumeration value="y"/></xs:restriction></xs:simpleType></xs:element>
              <xs:element name="list"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
              <xs:element name="record" type="R"/>
              <xs:complexType name="R"><xs:sequence>
                <xs:element name="a" type="xs:string" minOccurs="0"/>
                <xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="c" type="R" minOccurs="0" maxOccurs="unbounded"/>
              </xs:sequence></xs:complexType>
              <xs:element name="choice"><xs:complexType><xs:choice maxOccurs="unbounded">
                <xs:element name="d" type="xs:int"/><xs:element name="e" type="xs:string"/>
              </xs:choice></xs:complexType></xs:element>
              <xs:element name="other"><xs:complexType><xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
              <xs:element name="base" type="B"/>
              <xs:complexType name="B"><xs:sequence/></xs:complexType>
              <xs:complexType name="S"><xs:complexContent><xs:extension base="B"><xs:sequence>
                <xs:element name="f" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
            </xs:schema>"""));

    /** Part 0, and its mark. */
    private static final String PART = "02 00 64 4c 31 1c";
    /** Part 0, its mark, and the mark of a root that is a value. */
    private static final String VALUE = PART + "01";

    /** False lengths and counts, in shortest and other forms. */
    private static final Map<String, String> LENGTHS = new TreeMap<>(Map.of(
            "one more than there is", "7e",
            "2^30", "80 80 80 80 04",
            "2^31 - 1", "ff ff ff ff 07",
            "2^31", "80 80 80 80 08",
            "2^32 - 1", "ff ff ff ff 0f",
            "2^62", "80 80 80 80 80 80 80 80 40",
            "ten bytes that go on", "ff ff ff ff ff ff ff ff ff ff",
            "nothing in two bytes", "80 00"));

    private record Attack(String name, String element, String bytes) {}

    @Test
    void whatTheAttacksAreMadeOfIsRead() {
        for (String good : List.of(
                "string 01 61",
                "boolean 01",
                "int 00 00 00 00",
                "double 00 00 00 00 00 00 00 00",
                "integer 01 05",
                "decimal 01 01 05",
                "hex 01 05",
                "base64 02 05",
                "dateTime 00",
                "duration 01 01 05",
                "QName 00 01 61 00",
                "enum 01 79",
                "list 01 00 00 00 00",
                "record 00 00 00",
                "choice 00",
                "other 00",
                "base 00")) {
            int blank = good.indexOf(' ');
            assertThatCode(() -> decode(good.substring(0, blank), VALUE + good.substring(blank) + "00"))
                    .as(good)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void thereAreAHundredAndMore() {
        assertThat(attacks()).hasSizeGreaterThanOrEqualTo(100);
        assertThat(attacks().stream().map(Attack::name)).doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> anAttackEndsInACodeWithLittleMemoryAndTime() {
        return attacks().stream()
                .map(attack -> DynamicTest.dynamicTest(attack.name, () -> assertRefused(attack.element, attack.bytes)));
    }

    private static List<Attack> attacks() {
        List<Attack> all = new ArrayList<>();
        lengths(all);
        values(all);
        times(all);
        records(all);
        messages(all);
        return all;
    }

    private static void lengths(List<Attack> all) {
        LENGTHS.forEach((name, length) -> {
            all.add(value("a string of " + name, "string", length + "61"));
            all.add(value("an integer of " + name, "integer", length + "05"));
            all.add(value("a decimal with a scale of " + name, "decimal", length));
            all.add(value("a decimal with digits of " + name, "decimal", "01" + length));
            all.add(value("a binary of " + name, "hex", length + "05"));
            all.add(value("a namespace of " + name, "QName", length));
            all.add(value("a local name of " + name, "QName", "00" + length));
            all.add(value("a prefix of " + name, "QName", "00 01 61" + length));
            all.add(value("a list of " + name, "list", length + "05"));
            all.add(value("children of " + name, "record", "00" + length));
            all.add(value("records of " + name, "record", "00 00" + length));
            all.add(value("a choice of " + name, "choice", length));
            all.add(value("other attributes of " + name, "other", length));
            all.add(value("an enumerated text of " + name, "enum", length + "78"));
        });
        for (String head :
                List.of("fe ff ff ff 0f", "80 80 80 80 10", "7e", "ff ff ff ff 0f", "01 7e", "01 00 00 7e")) {
            all.add(value("a binary with the head " + head, "base64", head));
        }
        all.add(value("content of a side stream that nobody announced", "base64", "03 00 00"));
    }

    private static void values(List<Attack> all) {
        all.add(value("bytes that are no UTF-8", "string", "01 ff"));
        all.add(value("half a character", "string", "01 c3"));
        all.add(value("a character that is longer than it should be", "string", "02 c0 80"));
        all.add(value("half a surrogate pair", "string", "03 ed a0 80"));
        all.add(value("a character beyond Unicode", "string", "04 f4 90 80 80"));
        all.add(value("a boolean of 2", "boolean", "02"));
        all.add(value("a boolean of 255", "boolean", "ff"));
        all.add(value("an int that ends early", "int", "00 00"));
        all.add(value("a double that ends early", "double", "00 00 00 00"));
        all.add(value("an integer of no bytes", "integer", "00"));
    }

    private static void times(List<Attack> all) {
        all.add(value("a time with fields that nobody knows", "dateTime", "ff ff ff ff 0f"));
        all.add(value("month 13", "dateTime", "02 1a"));
        all.add(value("day 40", "dateTime", "04 50"));
        all.add(value("hour 30", "dateTime", "08 3c"));
        all.add(value("minute 70", "dateTime", "10 8c 01"));
        all.add(value("second 70", "dateTime", "20 8c 01"));
        all.add(value("a month of 2^31", "dateTime", "02 80 80 80 80 10"));
        all.add(value("a time zone of a month", "dateTime", "80 01 80 b5 05"));
        all.add(value("a duration with fields that nobody knows", "duration", "ff ff 03"));
        all.add(value("years of 2^31 bytes", "duration", "01 80 80 80 80 08"));
    }

    private static void records(List<Attack> all) {
        all.add(value("bits behind the last one", "record", "fc 00 00"));
        all.add(value("a type that nothing stands in for", "base", "02"));
        all.add(value("a type far beyond all", "base", "ff ff ff ff 07"));
        all.add(value("an alternative that there is not", "choice", "01 02"));
        all.add(value("an alternative far beyond all", "choice", "01 00 ff ff ff ff 07"));
        all.add(value("a flag of 2", "record", "00 01 02"));
        all.add(value("records without end", "record", "00 00" + "01 00 00 00".repeat(150)));
        all.add(new Attack("a state that there is not", "string", PART + "07 00"));
        all.add(new Attack("a state that there is not, of a record", "record", PART + "07 00"));
        all.add(new Attack("a root that is absent", "string", PART + "00 00"));
        all.add(new Attack("a root whose state has bits behind it", "string", PART + "f1 01 61 00"));
        all.add(new Attack("a root as infoset without any", "string", PART + "03 00"));
    }

    private static void messages(List<Attack> all) {
        all.add(new Attack("nothing at all", "string", ""));
        all.add(new Attack("an end alone", "string", "00"));
        for (String segment : List.of("04", "05", "7f", "80", "ff")) {
            all.add(new Attack("a segment of kind " + segment, "string", segment + "00 01 01 61 00"));
        }
        for (String part : List.of("01", "7f", "80 01", "ff ff ff ff 07", "80 80 80 80 08", "80 00")) {
            all.add(new Attack("part " + part, "string", "02" + part + "01 01 61 00"));
        }
        all.add(new Attack("a part without a mark", "string", "02 00"));
        all.add(new Attack("a part with half a mark", "string", "02 00 64 4c"));
        all.add(new Attack("a part without an end", "string", VALUE + "01 61"));
        all.add(new Attack("a part twice", "string", VALUE + "01 61" + VALUE + "01 61 00"));
        all.add(new Attack("bytes behind the end", "string", VALUE + "01 61 00 00"));
        for (String run : List.of("00", "01", "7f", "ff", "ff ff ff ff", "00 00 00 00 00 00 00 00")) {
            all.add(new Attack("a run of " + run, "string", "01" + run));
        }
    }

    private static Attack value(String name, String element, String bytes) {
        return new Attack(name, element, VALUE + bytes + "00");
    }

    private static void assertRefused(String element, String hex) {
        assertThat(catchThrowable(() -> decode(element, hex)))
                .as("once before, so that classes are loaded")
                .isNotNull();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        Throwable thrown = catchThrowable(() -> decode(element, hex));
        assertThat(THREADS.getCurrentThreadCpuTime() - nanos).as("CPU time, ns").isLessThan(MOST_NANOS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                .as("bytes allocated")
                .isLessThan(LITTLE);
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isIn(REFUSALS));
    }

    private static void decode(String element, String hex) throws Exception {
        RecordBinding binding =
                RecordBinding.of(LAYOUT.element(new QName(element)).orElseThrow());
        Messages.decode(binding, HEX.parseHex(hex.replace(" ", "")));
    }
}
