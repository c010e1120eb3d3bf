package io.parley.negotiation.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ctc.wstx.stax.WstxInputFactory;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Answer;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Offer;
import io.parley.negotiation.OperationTerm;
import io.parley.negotiation.Outcome;
import io.parley.negotiation.PartTerm;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Sides;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NegotiationXmlTest {
    private static final String OFFER = write(writer -> NegotiationXml.write(Sides.offer(), writer));
    private static final String ANSWER = write(writer -> NegotiationXml.write(Sides.answer(), writer));
    private static final Refusal NO = new Refusal(FallbackReason.FILTERS_BYPASSED, "behind <filters> & co");

    @Test
    void whatIsWrittenIsRead() {
        assertThat(readOffer(OFFER)).isEqualTo(Sides.offer());
        assertThat(readReply(ANSWER)).isEqualTo(new Outcome.Reached<>(Sides.answer()));
        assertThat(readReply(write(writer -> NegotiationXml.write(NO, writer)))).isEqualTo(new Outcome.Refused<>(NO));
    }

    @Test
    void operationsSurviveAndAreValidByThePublishedSchema() throws Exception {
        String operation = "<p:operation name=\"{urn:x}a\"><p:representation>exi</p:representation>%s</p:operation>";
        String offer = OFFER.replaceFirst(
                "<p:channel>", operation.formatted("<p:representation>b</p:representation>") + "<p:channel>");
        String answer = ANSWER.replaceFirst("<p:channel>", operation.formatted("") + "<p:channel>");

        assertThat(offer).isNotEqualTo(OFFER);
        Offer read = readOffer(offer);
        assertThat(read.operations()).containsExactly(new OperationTerm("{urn:x}a", List.of("exi", "b")));
        assertThat(write(writer -> NegotiationXml.write(read, writer))).isEqualTo(offer);
        assertThat(((Outcome.Reached<Answer>) readReply(answer)).value().operations())
                .containsExactly(new OperationTerm("{urn:x}a", List.of("exi")));
        for (String wrong : List.of("name=\"\"", "nameless=\"\"")) {
            assertThatThrownBy(() -> readOffer(offer.replace("name=\"{urn:x}a\"", wrong)))
                    .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
        }
        assertThatThrownBy(() -> readReply(answer.replace("exi<", "exi</p:representation><p:representation>b<")))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
    }

    @Test
    void whatIsWrittenIsValidByThePublishedSchema() throws Exception {
        Schema schema = SafeXml.schemaFactory().newSchema(NegotiationXml.schema());
        for (String xml : List.of(OFFER, ANSWER, write(writer -> NegotiationXml.write(NO, writer)))) {
            assertThatCode(() -> schema.newValidator().validate(new StreamSource(new StringReader(xml))))
                    .as(xml)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void elementsAttributesAndWordsOfLaterVersionsArePassedOver() {
        String later = OFFER.replaceFirst(
                        "<p:representation>", "<p:mood deep='1'><p:x/>text</p:mood><p:representation>")
                .replaceFirst("version=", "colour='blue' version=")
                .replaceFirst("</p:offer>", "<z:other xmlns:z='urn:z'/></p:offer>");
        assertThat(later).isNotEqualTo(OFFER);
        assertThat(readOffer(later)).isEqualTo(Sides.offer());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "version=\"1\"|version=\"0\"|offer/@version: expected a version of at least 1, found 0",
                "version=\"1\"|version=\"one\"|offer/@version: expected a number of at most 18 digits, found one",
                "version=\"1\"|version=\"99999999999\"|offer/@version: expected a number of at most 2147483647",
                "version=\"1\"||offer/@version: expected a value, found nothing",
                "id=\"offer-1\"|id=\"a b\"|offer/@id: expected 1 to 64 letters",
                "<p:lifetime>3600</p:lifetime>||offer/lifetime: expected exactly one, found 0",
                "<p:lifetime>3600|<p:lifetime>1</p:lifetime><p:lifetime>3600|offer/lifetime: expected exactly one, found 2",
                "<p:lifetime>3600|<p:lifetime>-1|offer/lifetime: expected a number",
                "<p:representation>hhfr|<p:representation>|offer/representation[1]: expected 1 to 64",
                "<p:security>none</p:security>||offer/security: expected at least one, found none",
                "<p:limit name=\"parley.limits.depth\"|<p:limit|offer/limit/@name: expected a value, found nothing",
                "parley.limits.depth|parley.limits.items|offer/limit: expected each limit once",
                "value=\"100\"|value=\"0\"|offer/limit parley.limits.depth: expected a value of at least 1, found 0",
                "fingerprint=\"|fingerprint=\"X|offer/data/@fingerprint: expected 64 lower-case hex digits"
            })
    void aMalformedOfferIsRefusedWithPlaceAndExpectation(String from, String to, String message) {
        String broken = OFFER.replaceFirst(from, to == null ? "" : to);
        assertThat(broken).as("the sample has %s", from).isNotEqualTo(OFFER);
        assertThatThrownBy(() -> readOffer(broken))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port=\"7001\"|port=\"0\"|answer/address[1]/@port: expected 1 to 65535, found 0",
                "port=\"7002\"|port=\"65536\"|answer/address[2]/@port: expected 1 to 65535, found 65536",
                "port=\"7001\"||answer/address[1]/@port: expected a value, found nothing",
                "<p:channel>|<p:channel>x</p:channel><p:channel>|answer/channel: expected exactly one, found 2",
                "<p:token>|<p:token>short</p:token><p:x>|",
                "<p:token>AAAA|<p:token>****|answer/token: expected base64url",
                "in=\"|in=\"xyz |answer/data: expected 16 hex digits for each part",
                "name=\"pay\"|name=\"a/b\"|answer/data: expected keys of the form",
                "name=\"pay\"|name=\"audit\"|answer/data: expected parts sorted by key, each key once"
            })
    void aMalformedAnswerIsRefusedWithPlaceAndExpectation(String from, String to, String message) {
        String broken = ANSWER.replaceFirst(from, to == null ? "" : to);
        assertThat(broken).as("the sample has %s", from).isNotEqualTo(ANSWER);
        assertThatThrownBy(() -> readReply(broken))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION))
                .hasMessageContaining(message == null ? "" : message);
    }

    @Test
    void textThatALazyParserFindsBrokenOnlyWhenItIsAskedForItIsRefused() throws XMLStreamException {
        String broken = OFFER.replaceFirst("<p:compression>zstd", "<p:compression>zs&");
        XMLStreamReader lazy = new WstxInputFactory().createXMLStreamReader(new StringReader(broken));
        lazy.nextTag();
        assertThatThrownBy(() -> NegotiationXml.readOffer(lazy, Limits.defaults()))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
        assertThatThrownBy(() -> readOffer(broken)).satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
    }

    @Test
    void somethingElseThanAnOfferIsRefused() {
        assertThatThrownBy(() -> readOffer(ANSWER))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION))
                .hasMessageContaining("expected {urn:parley:1}offer, found {urn:parley:1}answer");
        assertThatThrownBy(() -> readReply(OFFER)).satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
    }

    @Test
    void textThatAPeerPutsIntoAnErrorIsCleaned() {
        String forged = OFFER.replaceFirst("version=\"1\"", "version=\"1&#13;&#10;WARN forged\"");
        assertThatThrownBy(() -> readOffer(forged))
                .message()
                .doesNotContain("\n")
                .doesNotContain("\r");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xsi:type='p:Answer'", "xsi:nil='true'"})
    void noTypeAndNoNilOnTheWireDecidesWhichObjectsAreMade(String attribute) {
        String typed = OFFER.replaceFirst(
                "<p:lifetime>", "<p:lifetime xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' " + attribute + ">");
        assertThatThrownBy(() -> readOffer(typed)).satisfies(error -> assertCode(error, ErrorCode.XML_REFUSED));
    }

    @Test
    void anElementTooLargeTooDeepOrTooBroadIsRefusedWhateverItsReaderAllows() {
        Limits small = Limits.defaults().with(Limit.NEGOTIATION_BYTES, 300);
        assertThatThrownBy(() -> NegotiationXml.readOffer(reader(OFFER), small))
                .satisfies(error -> assertCode(error, ErrorCode.LIMIT))
                .hasMessageContaining("parley.limits.negotiation-bytes");

        String deep = OFFER.replaceFirst("<p:data", "<p:a>".repeat(50) + "</p:a>".repeat(50) + "<p:data");
        assertThatThrownBy(() -> readOffer(deep)).satisfies(error -> assertCode(error, ErrorCode.XML_REFUSED));

        StringBuilder attributes = new StringBuilder("<p:data");
        for (int i = 0; i < 100; i++) {
            attributes.append(" a").append(i).append("=''");
        }
        String broad = OFFER.replaceFirst("<p:data", attributes.toString());
        assertThatThrownBy(() -> readOffer(broad)).satisfies(error -> assertCode(error, ErrorCode.XML_REFUSED));
    }

    @Test
    void theLongestListOfPartsThatIsWrittenCanBeRead() {
        List<PartTerm> parts = new ArrayList<>();
        String print = "0123456789abcdef".repeat(4);
        DataDescription last = DataDescription.none();
        for (int i = 0; i < DataDescription.MAX_PARTS; i++) {
            // The worst case: each operation has its own namespace and one part.
            parts.add(new PartTerm(String.format(Locale.ROOT, "{urn:ns%05d}operation/out/0", i), print));
            if (i % 50 == 0) {
                DataDescription data = DataDescription.of(parts);
                last = data.listed().isEmpty() ? last : data;
            }
        }
        assertThat(last.parts()).hasSizeGreaterThan(100);
        Answer longest = withParts(last);
        String xml = write(writer -> NegotiationXml.write(longest, writer));

        assertThat(xml.getBytes(StandardCharsets.UTF_8).length)
                .isLessThan(Limits.defaults().getInt(Limit.NEGOTIATION_BYTES));
        assertThat(readReply(xml)).isEqualTo(new Outcome.Reached<>(longest));
    }

    @Test
    void positionsWithoutPartsAndInfosetPartsSurvive() {
        List<PartTerm> parts = List.of(
                new PartTerm("a/in/0", "0123456789abcdef".repeat(4)),
                new PartTerm("a/in/10", ""),
                new PartTerm("a/in/2", "fedcba9876543210".repeat(4)),
                new PartTerm("{urn:y}a/out/1", ""));
        Answer answer = withParts(DataDescription.of(parts));
        assertThat(readReply(write(writer -> NegotiationXml.write(answer, writer))))
                .isEqualTo(new Outcome.Reached<>(answer));
    }

    private static Answer withParts(DataDescription data) {
        Answer answer = Sides.answer();
        return new Answer(
                answer.version(),
                answer.id(),
                answer.offerId(),
                answer.representation(),
                answer.operations(),
                answer.channel(),
                answer.addresses(),
                answer.security(),
                answer.certificate(),
                answer.compression(),
                answer.reliability(),
                answer.limits(),
                answer.lifetimeSeconds(),
                answer.contextStore(),
                answer.headers(),
                data.fingerprint(),
                data.listed(),
                answer.token());
    }

    private static void assertCode(Throwable error, ErrorCode code) {
        assertThat(error)
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void twoOffersInOneBodyAreRefused() {
        String two = "<body> " + OFFER + "<!-- and --> " + OFFER + "</body>";
        assertThatThrownBy(() -> readOfferIn(two))
                .satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION))
                .hasMessageContaining("alone, found");
        String beside = "<body>" + OFFER + "<x/></body>";
        assertThatThrownBy(() -> readOfferIn(beside)).satisfies(error -> assertCode(error, ErrorCode.NEGOTIATION));
        assertThat(readOfferIn("<body> " + OFFER + " <!-- the end --> </body>")).isEqualTo(Sides.offer());
    }

    private static Offer readOfferIn(String body) {
        XMLStreamReader reader = reader(body);
        try {
            reader.nextTag();
        } catch (XMLStreamException e) {
            throw new AssertionError(e);
        }
        return NegotiationXml.readOffer(reader, Limits.defaults());
    }

    private static Offer readOffer(String xml) {
        return NegotiationXml.readOffer(reader(xml), Limits.defaults());
    }

    private static Outcome<Answer> readReply(String xml) {
        return NegotiationXml.readReply(reader(xml), Limits.defaults());
    }

    private static XMLStreamReader reader(String xml) {
        try {
            XMLStreamReader reader = SafeXml.reader(new StringReader(xml), Limits.defaults());
            reader.nextTag();
            return reader;
        } catch (XMLStreamException e) {
            throw SafeXml.refused(e);
        }
    }

    private interface Writing {
        void to(XMLStreamWriter writer);
    }

    private static String write(Writing writing) {
        try {
            StringWriter text = new StringWriter();
            XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(text);
            writing.to(writer);
            writer.flush();
            return text.toString();
        } catch (XMLStreamException e) {
            throw new AssertionError(e);
        }
    }
}
