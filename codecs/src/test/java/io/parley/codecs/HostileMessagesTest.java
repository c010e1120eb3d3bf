package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.codecs.exi.Exi;
import io.parley.codecs.exi.ExiBySchema;
import io.parley.codecs.fastinfoset.FastInfoset;
import io.parley.representation.Representation;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests short messages from which the libraries would allocate gigabytes, follow references to missing entries, or read
 * something that is not a document: each causes a coded error, with little memory until then.
 */
class HostileMessagesTest {
    /** The maximum memory of a refusal, for any message: buffers, tables, the error itself. */
    private static final long LITTLE = 4 << 20;

    private static final String HEAD = "e0 00 00 01 00";
    /** A message that puts a name, an attribute, its value and a text into the tables. */
    private static final String FULL = HEAD + "7c 00 61 78 00 62 40 31 f0 90 63 ff";
    /** A start tag of the new name "a". */
    private static final String A = HEAD + "3c 00 61";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private record Hostile(String name, String bytes, ErrorCode code) {}

    /** Loads classes and error texts in advance, so that no measurement includes them. */
    @BeforeAll
    static void oneMessageWasReadAndOneRefused() throws Exception {
        for (Representation form : Forms.all().toList()) {
            byte[] bytes = Forms.bytes(form, "<a>text</a>");
            Encoded.of(form, bytes).read(Limits.defaults(), Infoset::events);
            assertThatThrownBy(() -> Encoded.of(form, Arrays.copyOf(bytes, bytes.length - 1))
                            .read(Limits.defaults(), Infoset::events))
                    .isInstanceOf(ParleyException.class);
        }
    }

    @TestFactory
    Stream<DynamicTest> fastInfoset() {
        return fastInfoset(new FastInfoset());
    }

    /** The tables of the parser were full: their old entries must be unreachable. */
    @TestFactory
    Stream<DynamicTest> fastInfosetByAParserThatReadAMessage() throws Exception {
        FastInfoset used = new FastInfoset();
        Encoded before = Encoded.of(used, Forms.hex(FULL));
        assertThat(before.<Integer>read(
                        Limits.defaults(), in -> Infoset.canonical(in).length()))
                .isPositive();
        return fastInfoset(used);
    }

    private static Stream<DynamicTest> fastInfoset(FastInfoset representation) {
        List<Hostile> all = new ArrayList<>();
        lengths(all);
        indexes(all);
        headers(all);
        structures(all);
        names(all);
        texts(all);
        return all.stream()
                .map(hostile -> DynamicTest.dynamicTest(
                        hostile.name, () -> assertRefused(representation, Forms.hex(hostile.bytes), hostile.code)));
    }

    private static void lengths(List<Hostile> all) {
        for (String length : List.of("7f ff ff ff", "ff ff ff ff", "80 00 00 00", "7f ff fe f0", "00 10 00 00")) {
            all.add(malformed("text of " + length, A + "83" + length));
            all.add(malformed("text kept, of " + length, A + "93" + length));
            all.add(malformed("wide text of " + length, A + "87" + length));
            all.add(malformed("wide text kept, of " + length, A + "97" + length));
            all.add(malformed("digits of " + length, A + "88 03" + length));
            all.add(malformed("base64 of " + length, A + "8c 07" + length));
            all.add(malformed("a section of " + length, A + "8c 27" + length));
            all.add(malformed("an attribute of " + length, HEAD + "7c 00 61 78 00 62 0c" + length));
            all.add(malformed("an attribute kept, of " + length, HEAD + "7c 00 61 78 00 62 4c" + length));
            all.add(malformed("a wide attribute of " + length, HEAD + "7c 00 61 78 00 62 1c" + length));
            all.add(malformed("an attribute of digits of " + length, HEAD + "7c 00 61 78 00 62 20 0c" + length));
            all.add(malformed("an element's name of " + length, HEAD + "3c 60" + length));
            all.add(malformed("an attribute's name of " + length, HEAD + "7c 00 61 78 60" + length));
            all.add(malformed("a prefix of " + length, HEAD + "38 cf 60" + length));
            all.add(malformed("a namespace of " + length, HEAD + "38 cd 60" + length));
            all.add(malformed("a comment of " + length, HEAD + "e2 0c" + length));
            all.add(malformed("a target of " + length, HEAD + "e1 60" + length));
            all.add(malformed("an instruction of " + length, HEAD + "e1 00 61 0c" + length));
            all.add(malformed("an encoding of " + length, "e0 00 00 01 04 60" + length));
            all.add(malformed("a version of " + length, "e0 00 00 01 01 0c" + length));
        }
        all.add(malformed("text of a length between", A + "82 ff 61"));
    }

    private static void indexes(List<Hostile> all) {
        all.add(malformed("an element of no table", HEAD + "00 ff"));
        all.add(malformed("an element above its table", A + "01 ff"));
        all.add(malformed("an element far above its table", A + "20 00 ff"));
        all.add(malformed("an element very far above", A + "28 00 00 ff"));
        all.add(malformed("an element above all", A + "30 0f ff ff ff"));
        all.add(malformed("an attribute of no table", HEAD + "7c 00 61 00 ff f0"));
        all.add(malformed("an attribute far above its table", HEAD + "7c 00 61 40 00 ff f0"));
        all.add(malformed("an attribute above all", HEAD + "7c 00 61 6f ff ff ff f0"));
        all.add(malformed("an attribute's value of no table", HEAD + "7c 00 61 78 00 62 80 f0"));
        all.add(malformed("an attribute's value far above", HEAD + "7c 00 61 78 00 62 c0 00 f0"));
        all.add(malformed("an attribute's value above all", HEAD + "7c 00 61 78 00 62 ef ff ff f0"));
        all.add(malformed("text of no table", A + "a0 ff"));
        all.add(malformed("text above its table", A + "90 61 a1 ff"));
        all.add(malformed("text far above its table", A + "b0 00 ff"));
        all.add(malformed("text very far above", A + "b4 00 00 ff"));
        all.add(malformed("text above all", A + "b8 0f ff ff ff"));
        all.add(malformed("a local name of no table", HEAD + "3c 80 ff"));
        all.add(malformed("a prefix of no table", HEAD + "3f 81 81 00 61 ff"));
        all.add(malformed("a namespace of no table", HEAD + "3d 81 00 61 ff"));
        all.add(malformed("a comment of no table", HEAD + "e2 80"));
        all.add(malformed("a target of no table", HEAD + "e1 80 ff"));
        all.add(malformed("an alphabet of no table", A + "88 80 61 ff"));
        all.add(malformed("an algorithm of no table", A + "8c 80 61 ff"));
    }

    private static void headers(List<Hostile> all) {
        all.add(malformed("nothing", ""));
        all.add(malformed("another magic", "e0 00 00 02 00"));
        all.add(malformed("a header alone", "e0 00 00 01"));
        for (String flags : List.of("08", "10", "20", "40", "80", "60", "ff")) {
            all.add(new Hostile(
                    "a document that announces " + flags, "e0 00 00 01" + flags + "ff ff", ErrorCode.XML_REFUSED));
        }
        all.add(new Hostile("a vocabulary from elsewhere", "e0 00 00 01 20 10 00 00 78", ErrorCode.XML_REFUSED));
        all.add(new Hostile("an entity reference", A + "c8 00 65 ff", ErrorCode.XML_REFUSED));
        all.add(malformed("a document type", HEAD + "c4"));
    }

    private static void structures(List<Hostile> all) {
        all.add(malformed("no root", HEAD + "ff"));
        all.add(malformed("a comment alone", HEAD + "e2 00 61 f0"));
        all.add(malformed("two roots", A + "f0 00 ff f0"));
        all.add(malformed("text before the root", HEAD + "80 61"));
        all.add(malformed("text after the root", A + "f0 80 61 f0"));
        all.add(malformed("an element without an end", A));
        all.add(malformed("more behind the end", A + "ff 00"));
        all.add(malformed("a declaration twice", HEAD + "38 cd 00 61 cd 00 62 f0 3c 00 61 ff"));
        all.add(malformed("an attribute twice", HEAD + "7c 00 61 78 00 62 00 31 00 00 32 ff"));
        all.add(malformed("an attribute twice by two names", HEAD + "7c 00 61 78 00 62 00 31 78 00 62 00 32 ff"));
        for (String tag : List.of(
                "40 00 00 31 00 00 32 f0", // the same attribute twice
                "40 00 00 31 78 00 62 00 32 f0", // the same attribute by two names
                "40 01 00 31 f0", // a reference beyond the table of names
                "40 00 80 f0", // a reference beyond the table of values
                "40 00 00 ff f0", // a value that is not UTF-8
                "40 00 00 01 f0", // a value that is not allowed in XML
                "40 00 0f 31 f0", // a value that is not a string
                "40 00 08 ff 31", // a truncated value
                "40 00", // a missing value
                "40 7a 80 00 62 00 31 f0", // a name with only a prefix
                "40")) {
            all.add(malformed("a tag of a known name: " + tag, HEAD + "7c 00 61 78 00 62 00 31 f0" + tag));
        }
        all.add(malformed("a tag that ends nowhere", HEAD + "78 cd 00 61 f0 3c 00 61"));
        all.add(malformed("declarations without an element", HEAD + "38 cd 00 61 f0 80 61"));
        all.add(malformed("declarations without an end", HEAD + "38 cd 00 61 00"));
        for (String illegal : List.of("31", "39", "3e", "b9", "d0", "e0", "e3", "f1", "fe")) {
            all.add(malformed("an item " + illegal, A + illegal));
        }
    }

    private static void names(List<Hostile> all) {
        all.add(malformed("a name with a colon", HEAD + "3c 02 61 3a 62 ff"));
        all.add(malformed("a name that begins with a digit", HEAD + "3c 01 31 61 ff"));
        all.add(malformed("a name with a blank", HEAD + "3c 02 61 20 62 ff"));
        all.add(malformed("a name of an attribute with a blank", HEAD + "7c 00 61 78 02 61 20 62 ff ff"));
        all.add(malformed("a prefix that is no name", HEAD + "38 cf 00 31 00 75 f0 3c 00 61 ff"));
        all.add(malformed("a prefix that goes by another name", HEAD + "38 cf 04 78 6d 6c 6e 73 00 75 f0 3c 00 61 ff"));
        all.add(malformed("xml bound elsewhere", HEAD + "38 cf 80 00 75 f0 3c 00 61 ff"));
        all.add(malformed("a prefix undeclared", HEAD + "38 ce 00 70 f0 3c 00 61 ff"));
        all.add(malformed("a prefix for no namespace", HEAD + "3e 00 70 00 61 ff"));
        all.add(malformed(
                "a prefix that is not in scope", HEAD + "38 cf 00 70 00 75 f0 3c 00 61 f0 3f 81 81 00 62 ff"));
        all.add(malformed(
                "a prefix bound anew by a second entry of the table",
                HEAD + "38 cf 00 70 00 61 f0 3f 81 81 00 78 38 cf 00 70 00 62 f0 00 ff f0"));
        all.add(malformed(
                "an attribute in a namespace without a prefix",
                HEAD + "78 cd 00 75 f0 3d 81 00 61 79 81 00 62 00 31 ff"));
    }

    private static void texts(List<Hostile> all) {
        all.add(malformed("a NUL", A + "80 00 ff"));
        all.add(malformed("a control character", A + "80 1f ff"));
        all.add(malformed("half a character", A + "80 c3 ff"));
        all.add(malformed("a character too long", A + "81 c0 80 ff"));
        all.add(malformed("half a surrogate pair as UTF-8", A + "82 00 ed a0 80 ff"));
        all.add(malformed("no character", A + "82 00 ef bf be ff"));
        all.add(malformed("half a surrogate pair", A + "85 d8 00 ff"));
        all.add(malformed("a wide NUL", A + "85 00 00 ff"));
        all.add(malformed("wide text of one byte", A + "84 61 ff"));
        all.add(malformed("a comment that ends early", HEAD + "e2 01 2d 2d" + "3c 00 61 ff"));
        all.add(malformed("an instruction for xml", HEAD + "e1 02 78 6d 6c ff" + "3c 00 61 ff"));
        all.add(malformed("an instruction that ends early", HEAD + "e1 00 61 01 3f 3e" + "3c 00 61 ff"));
        all.add(malformed("a section that ends early", A + "8c 26 00 5d 5d 3e ff"));
        all.add(malformed("digits of no alphabet", A + "88 01 ff 1f ff"));
        all.add(malformed("a number of three bytes", A + "8c 0e 00 00 00 00 ff"));
        all.add(malformed("coded text that is kept", A + "9c 04 61 ff"));
        all.add(malformed("an attribute by an algorithm", HEAD + "7c 00 61 78 00 62 30 10 61 ff"));
    }

    private static Hostile malformed(String name, String bytes) {
        return new Hostile(name, bytes, ErrorCode.MALFORMED_MESSAGE);
    }

    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void textThatIsRepeatedCountsAgain(Representation form) throws Exception {
        String xml = "<a>" + ("<b>" + "x".repeat(31) + "</b>").repeat(2_000) + "</a>";
        byte[] bytes = Forms.bytes(form, xml);
        Limits limits = Limits.defaults().with(Limit.MESSAGE_BYTES, 31 * 1_999);

        assertThat(bytes.length).isLessThan(10_000);
        assertThatThrownBy(() -> Encoded.of(form, bytes).read(limits, Infoset::events))
                .isInstanceOf(ParleyException.class)
                .hasMessageStartingWith(ErrorCode.LIMIT.name())
                .hasMessageContaining(Limit.MESSAGE_BYTES.setting());
    }

    /** One long text and many references to it: the "billion laughs" attack in binary. */
    @Test
    void aLongTextIsNotRepeatedWithoutEnd() {
        var message = new ByteArrayOutputStream();
        message.writeBytes(Forms.hex(A + "93 00 0f fe fd"));
        message.writeBytes(filled(0x0ffefd + 259, 'x'));
        message.writeBytes(filled(1 << 20, 0xA0));
        message.writeBytes(Forms.hex("ff"));

        assertThatThrownBy(() -> readText(new FastInfoset(), message.toByteArray()))
                .isInstanceOf(ParleyException.class)
                .hasMessageStartingWith(ErrorCode.LIMIT.name())
                .hasMessageContaining(Limit.MESSAGE_BYTES.setting());
    }

    /** One bit in this encoding algorithm means "false ". */
    @Test
    void whatAnAlgorithmMakesOfBytesIsLimitedBeforeItDoes() {
        var message = new ByteArrayOutputStream();
        message.writeBytes(Forms.hex(A + "8c 17 00 1f fe fd"));
        message.writeBytes(new byte[0x1ffefd + 259]);
        message.writeBytes(Forms.hex("ff"));

        assertThatThrownBy(() -> readText(new FastInfoset(), message.toByteArray()))
                .isInstanceOf(ParleyException.class)
                .hasMessageStartingWith(ErrorCode.LIMIT.name())
                .hasMessageContaining(Limit.STRING_BYTES.setting());
    }

    @Test
    void whatOtherWritersWriteIsRead() throws Exception {
        assertThat(text("82 00 31 32 33")).isEqualTo("123");
        assertThat(text("88 01 12 3f")).isEqualTo("123");
        assertThat(text("8c 05 01 02")).isEqualTo("AQI=");
        assertThat(text("8c 01 01 02")).isEqualTo("0102");
        assertThat(text("8c 0e 01 00 00 00 2a")).isEqualTo("42");
        assertThat(text("85 00 e4")).isEqualTo("ä");
    }

    private static String text(String item) throws Exception {
        return readText(new FastInfoset(), Forms.hex(A + item + "ff"));
    }

    private static String readText(Representation form, byte[] bytes) throws Exception {
        return Encoded.of(form, bytes).read(Limits.defaults(), reader -> {
            StringBuilder text = new StringBuilder();
            long length = 0;
            while (reader.hasNext()) {
                reader.next();
                if (reader.hasText()) {
                    length += reader.getTextLength();
                    if (length < 1_000) {
                        text.append(reader.getText());
                    }
                }
            }
            return text.toString();
        });
    }

    /** Replaces every byte of a message with every value; a byte that is part of a length then causes long ones. */
    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void noByteOfAMessageMakesItTakeMuch(Representation form) throws Exception {
        byte[] bytes =
                Forms.bytes(form, "<a xmlns:p='urn:p' p:b='c'><!--d--><p:e>text</p:e><p:e>text</p:e><?f g?>ä</a>");
        int read = 0;
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) value;
                if (isRead(form, changed, "byte " + at + " is " + value)) {
                    read++;
                } else {
                    refused++;
                }
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isPositive();
    }

    /** Replaces each byte of a message with a long number, for lengths that have several bytes. */
    @ParameterizedTest
    @MethodSource("io.parley.codecs.Forms#all")
    void noLengthIsBelieved(Representation form) throws Exception {
        byte[] bytes = Forms.bytes(form, "<a xmlns:p='urn:p' p:b='c'><p:e>text</p:e><?f g?></a>");
        for (byte[] number : List.of(Forms.hex("ff ff ff ff 07"), Forms.hex("83 7f ff ff ff"), filled(64, 0xFF))) {
            for (int at = 0; at < bytes.length; at++) {
                byte[] changed = Arrays.copyOf(bytes, at + number.length);
                System.arraycopy(number, 0, changed, at, number.length);
                isRead(form, changed, "a long number at byte " + at);
            }
        }
    }

    private static void assertRefused(Representation form, byte[] bytes, ErrorCode code) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> Encoded.of(form, bytes).read(Limits.defaults(), Infoset::events))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(LITTLE);
    }

    private static boolean isRead(Representation form, byte[] bytes, String what) throws Exception {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean read;
        try {
            Encoded.of(form, bytes).read(Limits.defaults(), Infoset::events);
            read = true;
        } catch (ParleyException e) {
            assertThat(e.code())
                    .as(what)
                    .isIn(
                            ErrorCode.MALFORMED_MESSAGE,
                            ErrorCode.LIMIT,
                            ErrorCode.XML_REFUSED,
                            ErrorCode.SCHEMA_VIOLATION);
            read = false;
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).as(what).isLessThan(LITTLE);
        return read;
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    @Test
    void anExiDocumentBringsNoOptionsOfItsOwn() {
        assertRefused(new Exi(), Forms.hex("24 45 58 49 a0 00 00 00"), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(new ExiBySchema(), Forms.hex("24 45 58 49 80 00 00 00"), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(new ExiBySchema(), Forms.hex("24 45 58 49 a0 ff ff ff ff ff"), ErrorCode.SCHEMA_VIOLATION);
        assertRefused(new Exi(), Forms.hex("80 00 00 00"), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(new Exi(), Forms.hex("24 45 58 49 81 00 00 00"), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(new Exi(), Forms.hex("24 45 58 49 80"), ErrorCode.MALFORMED_MESSAGE);
    }
}
