package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests documents with their binaries as MIME parts. */
class TdxmlPackageTest {
    private static final TdxmlPackage PACKAGES = new TdxmlPackage(new TdxmlDocument());
    private static final String SCHEMA =
            "scans [0] ::= SEQUENCE OF{ image[0] OctetString [REPEATED], note[1] UTF8String }";

    @Test
    void canonicalBase64TravelsAsBytesAndComesBackAsItWas() throws Exception {
        String image = base64(14 * 1024);
        String other = base64(9000);
        String xml = "<scans><image>" + image + "</image><image>AQID</image><image>" + other
                + "</image><note>cid:0@parley</note></scans>";
        byte[] bytes = write(xml);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);

        assertThat(text).startsWith("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=");
        assertThat(text).contains("[0][0]0|cid:0@parley\n[0][0]1|AQID\n[0][0]2|cid:1@parley\n");
        assertThat(bytes.length).isLessThan(14 * 1024 + 9000 + 1100);
        DocumentTest.assertSameXml(read(bytes), xml);
        assertThat(write(xml)).isEqualTo(bytes);
    }

    @Test
    void base64ThatIsNotCanonicalStandsInTheTableAsItIs() throws Exception {
        String lines = base64(6000).replaceAll("(.{76})", "$1 ");
        String xml = "<scans><image>" + lines + "</image><note>n</note></scans>";
        byte[] bytes = write(xml);

        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("octet-stream");
        DocumentTest.assertSameXml(read(bytes), xml);
    }

    @Test
    void aPackageOfSomebodyElseIsRead() throws Exception {
        String text = """
                content-type: Multipart/Related;
                 start="<table@x>"; boundary="=_a b'"

                to be ignored
                --=_a b'
                Content-ID: <b+1@x>
                Content-Transfer-Encoding: BINARY

                \u0001
                -=_a b'\u0002
                --=_a b'  \t
                Content-ID: <unused@x>

                --=_a b'
                Content-ID: <table@x>

                <TDXML:Env><TDXML:DS>SCHEMA</TDXML:DS><TDXML:CT>
                [0][1]|n
                [0][0]0|cid:b+1%40x
                </TDXML:CT></TDXML:Env>
                --=_a b'--
                and this too""".replace("SCHEMA", SCHEMA).replace("\n", "\r\n");
        byte[] content = "\u0001\r\n-=_a b'\u0002".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(read(text.getBytes(StandardCharsets.ISO_8859_1)))
                .contains(">" + Base64.getEncoder().encodeToString(content) + "<");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            cid:0@parley       ~ cid:7@parley
            cid:0@parley       ~ cid:table@parley
            cid:0@parley       ~ cid:1@parley
            cid:0@parley       ~ cid:%zz
            <1@parley>         ~ <0@parley>
            : binary           ~ : base64
            multipart/related  ~ multipart/mixed
            ; boundary=        ~ ; limit=
            start="<table@     ~ start="<tables@
            MIME-Version       ~ :
            MIME-Version: 1.0  ~ no header
            """)
    void whatIsNoPackageIsRefused(String from, String to) throws Exception {
        String xml =
                "<scans><image>" + base64(6000) + "</image><image>" + base64(7000) + "</image><note>n</note></scans>";
        String text = new String(write(xml), StandardCharsets.ISO_8859_1);
        String changed = text.replace(from, to);

        assertThat(changed).isNotEqualTo(text);
        assertRefused(changed, Limits.defaults(), ErrorCode.MALFORMED_MESSAGE);
    }

    @Test
    void aPackageThatEndsAnywhereIsRefused() throws Exception {
        String xml = "<scans><image>" + base64(6000) + "</image><note>n</note></scans>";
        String text = new String(write(xml), StandardCharsets.ISO_8859_1);
        for (int length = 0; length < text.length() - 4; length += 1 + length / 50) {
            assertRefused(text.substring(0, length), Limits.defaults(), ErrorCode.MALFORMED_MESSAGE);
        }
    }

    @Test
    void bytesAndPartsAreLimited() throws Exception {
        String xml = "<scans><image>" + base64(6000) + "</image><note>n</note></scans>";
        String text = new String(write(xml), StandardCharsets.ISO_8859_1);

        assertRefused(text, Limits.defaults().with(Limit.MESSAGE_BYTES, 5000), ErrorCode.LIMIT);
        assertRefused(text, Limits.defaults().with(Limit.ITEMS, 1), ErrorCode.LIMIT);
        assertRefused(
                text.replace("MIME-Version: 1.0", "X: " + "x".repeat(9000)),
                Limits.defaults(),
                ErrorCode.MALFORMED_MESSAGE);
    }

    private static void assertRefused(String text, Limits limits, ErrorCode code) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> {
                    try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), limits)) {
                        PACKAGES.read(source, SafeXml.output().createXMLStreamWriter(new StringWriter()));
                    }
                })
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    static byte[] write(String schema, String xml) throws XMLStreamException {
        XMLStreamReader in = SafeXml.reader(new StringReader(xml), Limits.defaults());
        in.nextTag();
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            PACKAGES.write(DataSchema.read(schema, Limits.defaults()), in, sink);
            sink.finish();
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes);
            return bytes;
        } finally {
            sink.discard();
            whole.release();
        }
    }

    private static byte[] write(String xml) throws XMLStreamException {
        return write(SCHEMA, xml);
    }

    private static String read(byte[] bytes) throws XMLStreamException {
        StringWriter xml = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(xml);
        try (Source source = TypedMessages.source(bytes)) {
            PACKAGES.read(source, out);
        }
        out.close();
        return xml.toString();
    }

    private static String base64(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }
}
