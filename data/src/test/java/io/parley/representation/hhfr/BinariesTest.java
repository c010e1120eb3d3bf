package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Binding;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.representation.ContentReader;
import io.parley.representation.Source;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests binaries inside and beside the message (docs/reference/hhfr.md, "Binaries"). */
class BinariesTest {
    private static final int LONG = 100_000;

    @XmlRootElement(name = "carrier")
    @XmlType(
            name = "Carrier",
            propOrder = {"file", "files", "text"})
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Carrier {
        DataHandler file;
        List<DataHandler> files;
        String text;
    }

    /** A bean with the same encoding. */
    @XmlRootElement(name = "carrier")
    @XmlType(
            name = "Carrier",
            propOrder = {"file", "files", "text"})
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Whole {
        byte[] file;
        List<byte[]> files;
        String text;
    }

    private final MemorySides sides = new MemorySides();
    private final CodeFirst<Carrier> codeFirst;
    private final Binding binding;
    private Limits limits = Limits.defaults();

    BinariesTest() throws Exception {
        codeFirst = CodeFirst.of(Carrier.class);
        binding = codeFirst.binding();
    }

    @Test
    void fourKibibytesStandInTheMessageAndMoreTravelsBesideIt() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(4096, "image/png", "cat.png");
        carrier.files = List.of(handler(4097, "text/plain", ""), handler(0, "a/b", "empty"), handler(LONG, "c/d", "é"));
        Carrier back = (Carrier) decode(encode(carrier));
        assertThat(sides.count()).isEqualTo(2);
        assertSame(back.file, carrier.file);
        for (int i = 0; i < 3; i++) {
            assertSame(back.files.get(i), carrier.files.get(i));
        }
    }

    @Test
    void whatStandsInTheMessageCanBeReadAgainAndWhatCameBesideItSaysThatItCannot() throws Exception {
        Carrier carrier = new Carrier();
        carrier.files = List.of(handler(10, "a/b", ""), handler(LONG, "a/b", ""));
        Carrier back = (Carrier) decode(encode(carrier));
        for (int i = 0; i < 2; i++) {
            assertThat(bytes(back.files.get(0))).hasSize(10);
        }
        assertThat(bytes(back.files.get(1))).hasSize(LONG);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> bytes(back.files.get(1)))
                .withMessageContaining("expected to be read once")
                .withCauseInstanceOf(ParleyException.class);
        assertThat(back.files.get(1).getDataSource().toString())
                .doesNotContain("\0")
                .contains("a/b");
    }

    @Test
    void aClassWithBytesReadsAllOfIt() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "");
        carrier.files = List.of(handler(7, "a/b", ""), handler(LONG, "a/b", ""));
        Binding whole = CodeFirst.of(Whole.class).binding();
        byte[] message = encode(carrier);
        Whole back = (Whole) decode(whole, message);
        assertThat(back.file).isEqualTo(content(LONG));
        assertThat(back.files).containsExactly(content(7), content(LONG));
    }

    @Test
    void whatAClassWithBytesSendsIsAHandlerToItsReceiver() throws Exception {
        Whole whole = new Whole();
        whole.file = content(LONG);
        byte[] message = Messages.encode(CodeFirst.of(Whole.class).binding(), whole, sides);
        assertThat(sides.count()).isZero();
        Carrier back = (Carrier) decode(message);
        assertThat(bytes(back.file)).isEqualTo(content(LONG));
        assertThat(back.file.getContentType()).isEqualTo("application/octet-stream");
    }

    @Test
    void aRecordReadsAllOfIt() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "");
        carrier.files = List.of(handler(LONG, "a/b", ""));
        Record back = (Record) decode(RecordBinding.of(codeFirst.element()), encode(carrier));
        assertThat(back.get("file")).isEqualTo(content(LONG));
    }

    @Test
    void whereNothingTravelsBesideItEverythingStandsInTheMessage() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "image/png", "cat.png");
        sides.room = 0;
        Carrier back = (Carrier) decode(encode(carrier));
        assertThat(sides.count()).isZero();
        assertSame(back.file, carrier.file);
        assertSame(((Carrier) Messages.throughHhfr(binding, carrier)).file, carrier.file);
    }

    @Test
    void whatIsTooLongForTheMessageIsNotReadToItsEnd() {
        Carrier carrier = new Carrier();
        carrier.file = new DataHandler(new Endless());
        sides.room = 0;
        refuses(ErrorCode.ENCODING, () -> encode(carrier));
    }

    @Test
    void theContentIsWhatJaxbMakesOfIt() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "");
        carrier.files = List.of(handler(1, "a/b", ""), handler(LONG, "a/b", ""));
        carrier.text = "text";
        Carrier expected = (Carrier) JaxbOracle.throughXml(codeFirst.context(), carrier, Carrier.class);
        assertThat(decode(encode(carrier)))
                .usingRecursiveComparison(JaxbOracle.comparison())
                .isEqualTo(expected);
    }

    @Test
    void whatIsPassedOnIsNotOpenedBeforeItIsSent() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "name");
        Carrier back = (Carrier) decode(encode(carrier));
        MemorySides onwards = new MemorySides();
        byte[] message = Messages.encode(binding, back, onwards);
        assertThat(onwards.count()).isEqualTo(1);
        assertThat(((io.parley.binding.ReceivedBinary) back.file.getDataSource()).isReadOnce())
                .as("could still go another way")
                .isTrue();
        Carrier again = (Carrier) read(binding, message, onwards);
        assertSame(again.file, carrier.file);
    }

    @Test
    void whoReadsEventsLeavesTheContentToWhoTakesTheObject() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "");
        byte[] message = encode(carrier);
        try (Source source = source(message, sides)) {
            ContentReader in = Messages.HHFR.newReader(source, Messages.parts(binding));
            in.next();
            ContentReader.TypedPart part = in.part();
            assertThat(in.getAttributeCount()).isZero(); // a caller that asks for more than the name sees the events
            Carrier back = (Carrier) part.take();
            assertThat(bytes(back.file)).isEqualTo(content(LONG));
        }
    }

    @Test
    void aHandlerThatCannotBeReadIsAnEncodingError() {
        Carrier carrier = new Carrier();
        carrier.file = new DataHandler(new Broken());
        refuses(ErrorCode.ENCODING, () -> encode(carrier));
    }

    @Test
    void namesCannotEndAHeader() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(1, "a/b\r\nX-Evil: 1", "na\u0000me\n");
        Carrier back = (Carrier) decode(encode(carrier));
        assertThat(back.file.getContentType()).isEqualTo("a/b__X-Evil: 1");
        assertThat(back.file.getName()).isEqualTo("na_me_");
    }

    @Test
    void aControlCharacterInATypeIsMalformed() throws Exception {
        byte[] message = encode(small("a/bc"));
        message[indexOf(message, "a/bc") + 3] = '\n';
        refuses(ErrorCode.MALFORMED_MESSAGE, () -> decode(message));
    }

    @Test
    void aReferenceToASideStreamThatIsNotThereIsMalformed() throws Exception {
        byte[] message = encode(large());
        refuses(ErrorCode.MALFORMED_MESSAGE, () -> read(binding, message, new MemorySides()));
        refuses(ErrorCode.MALFORMED_MESSAGE, () -> Messages.decode(binding, message));
    }

    @Test
    void aSecondReferenceToASideStreamIsMalformed() throws Exception {
        Carrier carrier = new Carrier();
        carrier.files = List.of(handler(LONG, "a/b1", ""), handler(LONG, "a/b2", ""));
        byte[] message = encode(carrier);
        message[indexOf(message, "a/b2") - 2] = 3; // number 0, like the first
        refuses(ErrorCode.MALFORMED_MESSAGE, () -> decode(message));
        assertThat(sides.closed).as("what was taken is given back").containsExactly(0);
    }

    @Test
    void aReferenceBeyondAllNumbersIsMalformed() throws Exception {
        byte[] message = encode(large());
        int at = indexOf(message, "a/b") - 2;
        byte[] hostile = new byte[message.length + 5];
        System.arraycopy(message, 0, hostile, 0, at);
        System.arraycopy(new byte[] {-1, -1, -1, -1, -1, 0x7F}, 0, hostile, at, 6);
        System.arraycopy(message, at + 1, hostile, at + 6, message.length - at - 1);
        refuses(ErrorCode.MALFORMED_MESSAGE, () -> decode(hostile));
    }

    @Test
    void aClassWithBytesReadsNoMoreThanTheLimitsAllow() throws Exception {
        Carrier carrier = new Carrier();
        carrier.files = List.of(handler(LONG, "a/b", ""), handler(LONG, "a/b", ""));
        byte[] message = encode(carrier);
        Binding whole = CodeFirst.of(Whole.class).binding();
        limits = Limits.defaults().with(Limit.STRING_BYTES, LONG - 1);
        refuses(ErrorCode.LIMIT, () -> read(whole, message, sides.again()));
        limits = Limits.defaults().with(Limit.MESSAGE_BYTES, 2 * LONG - 1);
        refuses(ErrorCode.LIMIT, () -> read(whole, message, sides.again()));
        limits = Limits.defaults().with(Limit.MESSAGE_BYTES, 2 * LONG);
        assertThat(((Whole) read(whole, message, sides.again())).files).hasSize(2);
    }

    @Test
    void flippedBytesGiveAnObjectOrACodedErrorAndNothingElse() throws Exception {
        Carrier carrier = new Carrier();
        carrier.file = handler(5000, "a/b", "n");
        carrier.files = List.of(handler(10, "a/b", ""), handler(5000, "a/b", ""));
        byte[] message = encode(carrier);
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            byte[] changed = message.clone();
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            try {
                read(binding, changed, sides.again());
            } catch (ParleyException e) {
                assertThat(e.code())
                        .as("try " + i)
                        .isIn(
                                ErrorCode.MALFORMED_MESSAGE,
                                ErrorCode.SCHEMA_VIOLATION,
                                ErrorCode.LIMIT,
                                ErrorCode.UNKNOWN_OPERATION);
            }
        }
    }

    private static Carrier small(String type) {
        Carrier carrier = new Carrier();
        carrier.file = handler(3, type, "");
        return carrier;
    }

    private static Carrier large() {
        Carrier carrier = new Carrier();
        carrier.file = handler(LONG, "a/b", "");
        return carrier;
    }

    private static void assertSame(DataHandler found, DataHandler expected) throws IOException {
        assertThat(found.getContentType()).isEqualTo(expected.getContentType());
        assertThat(found.getName()).isEqualTo(expected.getName());
        assertThat(bytes(found)).isEqualTo(bytes(expected));
    }

    private static byte[] bytes(DataHandler handler) throws IOException {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private static int indexOf(byte[] bytes, String text) {
        return new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf(text);
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static void refuses(ErrorCode code, Attempt attempt) {
        assertThatExceptionOfType(ParleyException.class)
                .isThrownBy(attempt::run)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    private byte[] encode(Carrier carrier) throws XMLStreamException {
        return Messages.encode(binding, carrier, sides);
    }

    private Object decode(byte[] message) throws XMLStreamException {
        return read(binding, message, sides);
    }

    private Object decode(Binding by, byte[] message) throws XMLStreamException {
        return read(by, message, sides);
    }

    private Object read(Binding by, byte[] message, MemorySides beside) throws XMLStreamException {
        try (Source source = source(message, beside)) {
            ContentReader in = Messages.HHFR.newReader(source, Messages.parts(by));
            assertThat(in.next()).isEqualTo(XMLStreamConstants.START_ELEMENT);
            Object value = in.part().take();
            assertThat(in.next()).isEqualTo(XMLStreamConstants.END_DOCUMENT);
            return value;
        }
    }

    private Source source(byte[] message, MemorySides beside) {
        ByteBuf[] once = {Unpooled.copiedBuffer(message)};
        return new Source(
                () -> {
                    ByteBuf next = once[0];
                    once[0] = null;
                    return next;
                },
                message.length,
                limits,
                beside);
    }

    static byte[] content(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static DataHandler handler(int length, String type, String name) {
        return new DataHandler(new ReadOnly(type, name) {
            @Override
            public InputStream getInputStream() {
                return new ByteArrayInputStream(content(length));
            }
        });
    }

    private abstract static class ReadOnly implements DataSource {
        private final String type;
        private final String name;

        ReadOnly(String type, String name) {
            this.type = type;
            this.name = name;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("read only");
        }

        @Override
        public String getContentType() {
            return type;
        }

        @Override
        public String getName() {
            return name;
        }
    }

    private static final class Endless extends ReadOnly {
        Endless() {
            super("a/b", "");
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {
                @Override
                public int read() {
                    return 0;
                }

                @Override
                public int read(byte[] into, int offset, int length) {
                    return length;
                }
            };
        }
    }

    private static final class Broken extends ReadOnly {
        Broken() {
            super("a/b", "");
        }

        @Override
        public InputStream getInputStream() throws IOException {
            throw new IOException("made to fail");
        }
    }
}
