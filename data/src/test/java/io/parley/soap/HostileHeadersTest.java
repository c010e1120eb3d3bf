package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.ContentWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a peer that sends false header blocks: docs/protocol/framing.md 5.4, the table at its end. */
class HostileHeadersTest {
    private static final String BLOCK = "<a:a xmlns:a=\"urn:a\">secret</a:a>";

    private final StaticHeaders side = Headers.side();

    @Test
    void anUnknownNumberIsSafeToSendAgainInline() {
        assertRefused(numbers("1"), ErrorCode.CONTEXT_UNAVAILABLE);
        assertThat(new ParleyException(ErrorCode.CONTEXT_UNAVAILABLE, "x").retry())
                .isEqualTo(ErrorCode.Retry.SAFE);
    }

    @Test
    void anUnknownContextIsSafeToSendAgainInline() {
        assertRefused(context("1", "urn:parley:sha256:" + "0".repeat(64)), ErrorCode.CONTEXT_UNAVAILABLE);
    }

    @Test
    void aNumberIsNeverGivenToAnotherBlock() throws Exception {
        read(keep("1", BLOCK));
        assertRefused(keep("1", BLOCK.replace("secret", "other")), ErrorCode.MALFORMED_MESSAGE);
        assertThat(read(numbers("1"))).containsExactly(BLOCK);
    }

    @Test
    void aNumberAboveTheLimitIsRefused() throws Exception {
        assertRefused(keep("65", BLOCK), ErrorCode.LIMIT);
        assertThat(read(keep("64", BLOCK))).containsExactly(BLOCK);
    }

    @Test
    void moreBytesThanAgreedAreRefusedBeforeTheyAreParsed() throws Exception {
        String half = "<a:a xmlns:a=\"urn:a\">" + "x".repeat(40_000) + "</a:a>";
        read(keep("1", half));
        assertRefused(keep("2", half.replace("x<", "y<")), ErrorCode.LIMIT);
        assertRefused(keep("2", "<".repeat(70_000)), ErrorCode.LIMIT);
        assertThat(read(keep("2", BLOCK))).containsExactly(BLOCK);
    }

    @Test
    void oneNumberCannotBeSaidOftenToGrowAMessage() throws Exception {
        read(keep("1", BLOCK));
        assertRefused(numbers("1 1"), ErrorCode.MALFORMED_MESSAGE);
        String thousand = IntStream.range(0, 1_000).mapToObj(i -> "1").collect(Collectors.joining(" "));
        assertRefused(numbers(thousand), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(
                Headers.bytes("bnux", out -> {
                    element(out, "headers", null, null, "1");
                    element(out, "keep", "number", "1", BLOCK);
                }),
                ErrorCode.MALFORMED_MESSAGE);
    }

    @ParameterizedTest
    @CsvSource({"''", "' '", "0", "01", "-1", "+1", "1x", "'1  2'", "' 1'", "'1 '", "1234567890", "99999999999999999999"
    })
    void whatIsNoNumberIsRefused(String numbers) throws Exception {
        read(keep("1", BLOCK));
        read(keep("2", BLOCK.replace("secret", "other")));
        assertRefused(numbers(numbers), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(keep(numbers, BLOCK), ErrorCode.MALFORMED_MESSAGE);
    }

    @ParameterizedTest
    @CsvSource({
        "'', XML_REFUSED",
        "'text', XML_REFUSED",
        "'<a>', XML_REFUSED",
        "'<a:a/>', XML_REFUSED",
        "'<a/>', MALFORMED_MESSAGE",
        "'<?xml version=\"1.0\"?><a xmlns=\"urn:a\"/>', MALFORMED_MESSAGE",
        "'<a xmlns=\"urn:a\"/><!-- behind -->', MALFORMED_MESSAGE",
        "'<!-- before --><a xmlns=\"urn:a\"/>', MALFORMED_MESSAGE",
        "'<a xmlns=\"urn:a\"/><b xmlns=\"urn:a\"/>', XML_REFUSED",
        "'<!DOCTYPE a [<!ENTITY e \"x\">]><a xmlns=\"urn:a\">&e;</a>', XML_REFUSED",
        "'<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/x\"><a xmlns=\"urn:a\"/>', XML_REFUSED",
        "'<a xmlns=\"urn:a\">&unknown;</a>', XML_REFUSED"
    })
    void whatIsNoBlockIsNotKept(String text, ErrorCode code) {
        assertRefused(keep("1", text), code);
        assertRefused(numbers("1"), ErrorCode.CONTEXT_UNAVAILABLE);
        assertThat(side.stored().takeUnacknowledged()).isEmpty();
    }

    @Test
    void aBlockIsHeldToTheLimitsOfAMessage() {
        String deep = "<a>".repeat(200);
        assertRefused(keep("1", "<a xmlns=\"urn:a\">" + deep + "</a>".repeat(201)), ErrorCode.LIMIT);
    }

    @Test
    void elementsThatAreNotListedAndContentThatIsNoTextAreRefused() {
        assertRefused(
                Headers.bytes("bnux", out -> element(out, "other", null, null, "1")), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(
                Headers.bytes("bnux", out -> {
                    out.writeStartElement("p", "headers", HeaderElements.NAMESPACE);
                    out.writeStartElement("p", "headers", HeaderElements.NAMESPACE);
                    out.writeEndElement();
                    out.writeEndElement();
                }),
                ErrorCode.MALFORMED_MESSAGE);
        assertRefused(
                Headers.bytes("bnux", out -> element(out, "keep", null, null, BLOCK)), ErrorCode.MALFORMED_MESSAGE);
        assertRefused(
                Headers.bytes("bnux", out -> {
                    out.writeStartElement("p", "keep", HeaderElements.NAMESPACE);
                    out.writeAttribute("number", "1");
                    out.writeAttribute("context", "urn:parley:sha256:" + "0".repeat(64));
                    out.writeCharacters(BLOCK);
                    out.writeEndElement();
                }),
                ErrorCode.MALFORMED_MESSAGE);
    }

    @Test
    void whatStandsForBlocksIsNoneOutsideOfTheHeader() throws Exception {
        read(keep("1", BLOCK));
        byte[] inside = Headers.bytes("bnux", out -> {
            out.writeStartElement("a", "a", "urn:a");
            element(out, "headers", null, null, "1");
            out.writeEndElement();
        });
        assertThat(read(inside).get(0)).contains("urn:parley:1").doesNotContain("secret");
    }

    @Test
    void acknowledgementsOfWhatWasNotSentAreRefused() {
        assertThatThrownBy(() -> side.sent().acknowledged(List.of(1)))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    @Test
    void poisonedContentIsRefusedAndNotKept() {
        StoredHeaders kept = new StoredHeaders(
                Limits.defaults(),
                context -> {
                    throw new ParleyException(ErrorCode.CONTENT_MISMATCH, context);
                },
                header -> {
                    throw new AssertionError("it is not to be kept");
                });
        assertThatThrownBy(() -> Headers.read("bnux", context("1", "urn:parley:sha256:" + "1".repeat(64)), kept))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONTENT_MISMATCH));
        assertThat(kept.takeUnacknowledged()).isEmpty();
    }

    @Test
    void aSessionKeepsNoMoreThanAgreedWhateverComes() {
        StaticHeaders small = StaticHeaders.begin(Limits.defaults().with(Limit.STATIC_HEADER_BYTES, 1_000));
        int kept = 0;
        for (int number = 1; number <= 64; number++) {
            byte[] wire = keep(String.valueOf(number), BLOCK.replace("secret", "x".repeat(number)));
            try {
                Headers.read("bnux", wire, small.stored());
                kept += BLOCK.replace("secret", "x".repeat(number)).length();
            } catch (Exception e) {
                assertThat(e).hasMessageContaining(Limit.STATIC_HEADER_BYTES.setting());
            }
        }
        assertThat(kept).isBetween(900, 1_000);
    }

    private void assertRefused(byte[] envelope, ErrorCode code) {
        assertThatThrownBy(() -> read(envelope)).isInstanceOfSatisfying(ParleyException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).doesNotContain("secret", "<a", "127.0.0.1");
        });
    }

    private List<String> read(byte[] envelope) throws Exception {
        return Headers.read("bnux", envelope, side.stored());
    }

    private static byte[] numbers(String text) {
        return Headers.bytes("bnux", out -> element(out, "headers", null, null, text));
    }

    private static byte[] keep(String number, String block) {
        return Headers.bytes("bnux", out -> element(out, "keep", "number", number, block));
    }

    private static byte[] context(String number, String context) {
        return Headers.bytes("bnux", out -> {
            out.writeStartElement("p", "keep", HeaderElements.NAMESPACE);
            out.writeAttribute("number", number);
            out.writeAttribute("context", context);
            out.writeEndElement();
        });
    }

    private static void element(ContentWriter out, String name, String attribute, String value, String text)
            throws XMLStreamException {
        out.writeStartElement("p", name, HeaderElements.NAMESPACE);
        if (attribute != null) {
            out.writeAttribute(attribute, value);
        }
        out.writeCharacters(text);
        out.writeEndElement();
    }
}
