package io.parley.bench.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.bnux.Bnux;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import nu.xom.Builder;
import nu.xom.IllegalCharacterDataException;
import nu.xom.Text;
import nu.xom.canonical.Canonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Tests that a bnux document converted to a tree, and back to bnux, has the same Canonical XML as the original text.
 */
class TreesTest {
    private static final Representation BNUX = new Bnux();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<!--before--><?p i?><a><!--in--><?q?>text</a><!--after--><?r s?>",
                "<a b='1' c='&#10;&lt;'>x<d/>x<d b='1'/><d b='2'/>x</a>",
                "<p:a xmlns:p='urn:p' xmlns:q='urn:q' p:b='1' q:b='2' b='3'><p:a xmlns:p='urn:other' p:b='1'/></p:a>",
                "<a xmlns='urn:a'><b xmlns=''><c xmlns='urn:a'/></b><b xmlns='' xml:lang='de'/><b/></a>",
                "<r><p:a xmlns:p='urn:p' p:b='1'/><q:a xmlns:q='urn:p' q:b='1'/><a xmlns='urn:p'/></r>",
                "<a><u xmlns:u='urn:u'>u:name</u><u xmlns:v='urn:v'>v:name</u></a>",
                "<a>\uD83D\uDE00 \u00E4<![CDATA[<&]]>\n  <b>same</b>\n  <b>same</b>\n</a>"
            })
    void aTreeHasTheCanonicalFormOfItsText(String xml) throws Exception {
        byte[] bnux = written(out -> copied(xml, out));

        assertThat(throughXom(bnux)).isEqualTo(canonical(xml));
    }

    /** Tests the verification that the bnux paper's "NV" omits and that its "V" repeats. */
    @Test
    void textsAreVerifiedByXomWhereTheFormSaysSo() throws Exception {
        assertThatThrownBy(() -> new Text("\u0001")).isInstanceOf(IllegalCharacterDataException.class);
        assertThat(UnverifiedText.of("\u0001").getValue()).isEqualTo("\u0001");

        XMLReader known = RivalParsers.xerces();
        XMLReader unknown = new XMLFilterImpl(RivalParsers.xerces());
        new Builder(known).build(new StringReader("<a/>"));
        new Builder(unknown).build(new StringReader("<a/>"));
        assertThat(known.getContentHandler().getClass()).hasToString("class nu.xom.NonVerifyingHandler");
        assertThat(unknown.getContentHandler().getClass()).hasToString("class nu.xom.XOMHandler");
    }

    private static String throughXom(byte[] bnux) throws Exception {
        XomTree trees = new XomTree(Text::new);
        nu.xom.Document tree = built(bnux, trees);
        String first = canonical(tree);
        assertThat(canonical(built(written(out -> trees.write(tree, out)), trees)))
                .isEqualTo(first);
        return first;
    }

    private static nu.xom.Document built(byte[] bnux, XomTree trees) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(bnux), Limits.defaults())) {
            nu.xom.Document tree = trees.build(BNUX.newReader(source));
            source.expectEnd("document");
            return tree;
        }
    }

    private static byte[] written(Writing writing) throws Exception {
        var bytes = new ByteArrayOutputStream();
        var sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 512, (chunk, last) -> {
            bytes.writeBytes(ByteBufUtil.getBytes(chunk));
            chunk.release();
        });
        try {
            ContentWriter out = BNUX.newWriter(sink);
            writing.write(out);
            sink.finish();
        } finally {
            sink.discard();
        }
        return bytes.toByteArray();
    }

    private static void copied(String xml, ContentWriter out) throws XMLStreamException {
        Events.of(SafeXml.reader(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults()))
                .tell(out);
    }

    private static String canonical(String xml) throws Exception {
        return canonical(new Builder().build(xml, null));
    }

    private static String canonical(nu.xom.Document tree) throws Exception {
        var bytes = new ByteArrayOutputStream();
        new Canonicalizer(bytes).write(tree);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Action that writes a document. */
    private interface Writing {
        void write(ContentWriter out) throws Exception;
    }
}
