package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.binding.RecordBuilder;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentReader;
import io.parley.representation.SideContent;
import io.parley.representation.SideSink;
import io.parley.representation.SideSource;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests binaries of agreed parts: short ones in their rows, long ones beside the message. */
class TableBinariesTest {
    private static final Slot.Element ELEMENT =
            Layout.compile(Schema.read("""
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="scans"><xs:complexType><xs:sequence>
                <xs:element name="image" type="xs:base64Binary" maxOccurs="unbounded"/>
                <xs:element name="title" type="xs:string" minOccurs="0"/>
              </xs:sequence></xs:complexType></xs:element>
            </xs:schema>""")).element(new QName("scans")).orElseThrow();
    private static final ComplexLayout TYPE = (ComplexLayout) ELEMENT.type();
    private static final RecordBinding BINDING = RecordBinding.of(ELEMENT);
    private static final TypedMessages TDXML = TypedMessages.of("tdxml");
    private final Beside beside = new Beside();

    @Test
    void whatIsLongerThanFourKibibytesTravelsBesideTheMessage() throws Exception {
        byte[] image = image(14 * 1024);
        byte[] message = TDXML.encode(BINDING, scans(new byte[] {1, 2, 3}, image), beside);

        assertThat(text(message)).contains("[0][0]0|AQID\n").contains("[0][0]1|cid:0@beside\n");
        assertThat(beside.contents).containsExactly(image);
        assertThat(message.length).isLessThan(150);
        assertThat(images(decode(message, beside))).containsExactly(new byte[] {1, 2, 3}, image);
    }

    @Test
    void whereNothingTravelsBesideItEverythingStandsInTheTable() throws Exception {
        byte[] image = image(5000);
        byte[] message = TDXML.encode(BINDING, scans(image), SideSink.NONE);

        assertThat(text(message)).doesNotContain("cid:");
        assertThat(images(decode(message, SideSource.NONE))).containsExactly(image);
    }

    @Test
    void rowsInNoOrderReferToWhatWasTakenBefore() throws Exception {
        byte[] image = image(5000);
        String message = text(TDXML.encode(BINDING, scans(image, new byte[0]), beside));
        String other = message.replace("[0][0]0|cid:0@beside\n[0][0]1|\n", "[0][0]1|\n[0][0]0|cid:0@beside\n");
        String late = message.replace("[0][0]1|\n", "[0][1]|a title\n[0][0]1|\n");

        assertThat(other).isNotEqualTo(message);
        assertThat(images(decode(bytes(other), beside))).containsExactly(image, new byte[0]);
        assertThat(images(decode(bytes(late), beside.again()))).containsExactly(image, new byte[0]);
    }

    @Test
    void aReferenceToNothingOrToWhatWasTakenIsRefused() throws Exception {
        String message = text(TDXML.encode(BINDING, scans(image(5000), image(6000)), beside));

        assertRefused(message.replace("cid:1@", "cid:2@"));
        assertRefused(message.replace("cid:1@", "cid:0@"));
        assertRefused(message.replace("cid:1@", "cid:01@"));
        assertRefused(message.replace("cid:1@beside", "cid:1@elsewhere"));
        assertRefused(message.replace("cid:1@beside", "cid:1@beside %0d%0a x"));
        assertRefused(message.replace("cid:1@beside", "cid:1@beside %zz x"));
        assertRefused(message.replace("cid:1@", "cid:999999999@"));
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> decode(bytes(message), beside.again()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    private static Record scans(byte[]... images) {
        RecordBuilder scans = Record.builder(TYPE);
        for (byte[] image : images) {
            scans.add("image", image);
        }
        return scans.build();
    }

    private static List<byte[]> images(Record record) {
        List<byte[]> images = new ArrayList<>();
        record.list("image").forEach(each -> images.add((byte[]) each));
        return images;
    }

    private static Record decode(byte[] message, SideSource sides) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(message), Limits.defaults(), sides)) {
            ContentReader in = TDXML.representation().newReader(source, TypedMessages.parts(BINDING));
            in.next();
            Record value = (Record) in.part().take();
            in.next();
            source.expectEnd("message");
            return value;
        }
    }

    private static byte[] image(int length) {
        byte[] image = new byte[length];
        new Random(length).nextBytes(image);
        return image;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Side streams in memory, each of which can be read once. */
    private static final class Beside implements SideSink, SideSource {
        private final List<byte[]> contents = new ArrayList<>();
        private final List<Integer> taken = new ArrayList<>();

        Beside again() {
            Beside copy = new Beside();
            copy.contents.addAll(contents);
            return copy;
        }

        @Override
        public int add(SideContent content) {
            try (InputStream in = content.open()) {
                contents.add(in.readAllBytes());
                return contents.size() - 1;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public int count() {
            return contents.size();
        }

        @Override
        public InputStream take(int number, String where) {
            if (number < 0 || number >= contents.size() || taken.contains(number)) {
                throw SideSource.unknown(contents.size(), number, where);
            }
            taken.add(number);
            return new ByteArrayInputStream(contents.get(number));
        }
    }
}
