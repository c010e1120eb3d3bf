package io.parley.representation.hhfr;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentReader.TypedPart;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/**
 * Tests that any bytes are a record, or are refused with a code; a decoded record keeps its meaning when it is written
 * again. Saved inputs run as ordinary tests; {@code mvn -Pfuzz -pl data test -Dtest=HhfrFuzzTest -Dfuzz.time=10m}
 * searches for more. The second target has only arrays of fixed size, in both byte orders, which are copied in bulk.
 */
class HhfrFuzzTest {
    private static final RecordBinding BINDING = RecordRoundTripTest.BINDING;
    private static final RecordBinding ARRAYS = RecordBinding.of(
            Layout.compile(Schema.read("""
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:p="urn:parley:1">
              <xs:element name="arrays"><xs:complexType><xs:sequence>
                <xs:element name="a" type="xs:double" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="b" type="xs:double" p:byteOrder="big" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="c" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="d" type="xs:int" p:byteOrder="big" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="e" type="xs:byte" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="f" type="xs:boolean" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="g" type="xs:unsignedShort" minOccurs="0" maxOccurs="unbounded"/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """)).element(new QName("arrays")).orElseThrow());
    /** Codes of a refusal. Events around records are bnux, which refuses a document type like all XML of Parley. */
    private static final Set<ErrorCode> REFUSALS = EnumSet.of(
            ErrorCode.LIMIT,
            ErrorCode.MALFORMED_MESSAGE,
            ErrorCode.SCHEMA_VIOLATION,
            ErrorCode.UNKNOWN_OPERATION,
            ErrorCode.XML_REFUSED);

    @FuzzTest(maxDuration = "30s")
    void whatIsReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        check(BINDING, input);
    }

    @FuzzTest(maxDuration = "30s")
    void arraysThatAreReadCanBeWrittenAndReadAgain(byte[] input) throws Exception {
        check(ARRAYS, input);
    }

    private static void check(RecordBinding binding, byte[] input) throws XMLStreamException {
        for (Object first : records(binding, input)) {
            Object second = Messages.decode(binding, Messages.encode(binding, first));
            if (!second.equals(first)) {
                throw new AssertionError("written again it is another record");
            }
        }
    }

    /** Returns the records of a message, between any events; none if the message is refused. */
    private static List<Object> records(RecordBinding binding, byte[] input) throws XMLStreamException {
        List<Object> records = new ArrayList<>();
        try (Source source = Messages.source(input)) {
            ContentReader reader = Messages.HHFR.newReader(source, Messages.parts(binding));
            while (reader.hasNext()) {
                reader.next();
                TypedPart part = reader.part();
                if (part != null) {
                    records.add(part.take());
                }
            }
            source.expectEnd("message");
        } catch (ParleyException e) {
            if (!REFUSALS.contains(e.code())) {
                throw e;
            }
            records.clear();
        }
        return records;
    }
}
