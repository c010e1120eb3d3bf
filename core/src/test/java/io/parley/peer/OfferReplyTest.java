package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.Sides;
import io.parley.negotiation.SwitchPolicy;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapFault;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfferReplyTest {
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void anAnswerIsRead(SoapVersion version) {
        OfferReply reply = read(200, soap(version, writer -> NegotiationXml.write(Sides.answer(), writer)));
        assertThat(reply.kind()).isEqualTo(ReplyKind.ANSWER);
        assertThat(reply.answer()).isEqualTo(Sides.answer());
    }

    @ParameterizedTest
    @EnumSource(names = {"DEPTH", "ITEMS", "STRING_BYTES", "NAMES", "ATTRIBUTES", "MESSAGE_BYTES"})
    void anAnswerIsReadWhateverTheLimitsOfMessages(Limit limit) {
        byte[] answer = soap(SoapVersion.V1_1, writer -> NegotiationXml.write(Sides.answer(), writer))
                .getBytes(StandardCharsets.UTF_8);

        OfferReply reply = OfferReply.read(
                200, new ByteArrayInputStream(answer), Limits.defaults().with(limit, 1));

        assertThat(reply.answer()).isEqualTo(Sides.answer());
    }

    @Test
    void aFaultOfParleyShowsItsError() {
        ParleyException error = ParleyException.limit(Limit.NEGOTIATION_BYTES, 10, 11, "negotiation");
        ByteArrayOutputStream fault = new ByteArrayOutputStream();
        SoapFault.of(error).write(fault, SoapVersion.V1_1);

        OfferReply reply = read(500, fault.toString(StandardCharsets.UTF_8));

        assertThat(reply.kind()).isEqualTo(ReplyKind.SOAP_FAULT);
        assertThat(reply.detail()).contains("status 500", error.getMessage());
    }

    @Test
    void aRefusalKeepsItsReason() {
        Refusal refusal = new Refusal(FallbackReason.FILTERS_BYPASSED, "servlet");
        OfferReply reply = read(200, soap(SoapVersion.V1_1, writer -> NegotiationXml.write(refusal, writer)));
        assertThat(reply.kind()).isEqualTo(ReplyKind.REFUSAL);
        assertThat(reply.refusal()).isEqualTo(refusal);
    }

    @ParameterizedTest
    @CsvSource({
        "404, status 404: there is nothing at this path",
        "405, status 405: no POST is taken at this path",
        "302, 'status 302: the service is elsewhere, or wants a login'",
        "503, 'status 503: a proxy answers, and no service behind it'"
    })
    void aPageInThePlaceOfSoapReadsAsItsStatus(int status, String detail) {
        OfferReply reply = read(status, "<html><p>page</html>");

        assertThat(reply.kind()).isEqualTo(ReplyKind.NOT_SOAP);
        assertThat(reply.detail()).isEqualTo(detail);
    }

    @Test
    void anOfferIsMadeAgainWhileTheServiceIsPreparing() {
        Refusal preparing = new Refusal(FallbackReason.PREPARING, "binding");
        String early = soap(SoapVersion.V1_1, writer -> NegotiationXml.write(preparing, writer));
        String late = soap(SoapVersion.V1_1, writer -> NegotiationXml.write(Sides.answer(), writer));
        Deque<String> replies = new ArrayDeque<>(List.of(early, early, late));

        OfferReply reply = OfferReply.whenPrepared(() -> read(200, replies.remove()));

        assertThat(reply.kind()).isEqualTo(ReplyKind.ANSWER);
        assertThat(replies).isEmpty();
    }

    @Test
    void whoIsInterruptedDoesNotAskAgain() {
        Refusal preparing = new Refusal(FallbackReason.PREPARING, "binding");
        String early = soap(SoapVersion.V1_1, writer -> NegotiationXml.write(preparing, writer));
        Thread.currentThread().interrupt();

        OfferReply reply = OfferReply.whenPrepared(() -> read(200, early));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(reply.refusal()).isEqualTo(preparing);
    }

    @ParameterizedTest
    @CsvSource({"500, MustUnderstand", "500, Client", "400, Sender", "200, Receiver"})
    void anySoapFaultIsARefusalWhateverItsCodeAndStatus(int status, String code) {
        OfferReply reply = read(status, envelope("<s:Fault><faultcode>s:" + code + "</faultcode></s:Fault>"));
        assertThat(reply.kind()).isEqualTo(ReplyKind.SOAP_FAULT);
        assertThat(reply.refusal()).extracting(Refusal::reason).isEqualTo(FallbackReason.NOT_CAPABLE);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void aSoapFaultOfAnOverloadedServiceDecidesNothing(int status) {
        OfferReply reply = read(status, envelope("<s:Fault><faultcode>s:Server</faultcode></s:Fault>"));
        assertThat(reply.kind()).isEqualTo(ReplyKind.OTHER_SOAP);
        assertThat(reply.detail()).contains("not available now");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 407})
    void whereTheCallerIsNotAuthorizedTheBodySaysNothing(int status) {
        assertThat(read(status, envelope("<s:Fault/>")).kind()).isEqualTo(ReplyKind.NOT_AUTHORIZED);
    }

    @ParameterizedTest
    @CsvSource({
        "404, <html><body>no</body></html>",
        "200, <html><body>please log in<br></body></html>",
        "200, '{\"ok\":true}'",
        "502, Bad Gateway",
        "202, ''",
        "200, <Envelope><Body/></Envelope>",
        "200, <a:Envelope xmlns:a='urn:a'/>"
    })
    void whatIsNoSoapDecidesNothing(int status, String body) {
        assertThat(read(status, body).kind()).isEqualTo(ReplyKind.NOT_SOAP);
    }

    @Test
    void aFaultForTheVersionOfSoapIsARefusalOfThatVersion() {
        OfferReply reply = read(500, envelope("<s:Fault><faultcode>s:VersionMismatch</faultcode></s:Fault>"));

        assertThat(reply.refusal().reason()).isEqualTo(FallbackReason.VERSION);
        assertThat(reply.detail()).contains("another version of SOAP");
    }

    @Test
    void otherSoapDecidesNothing() {
        assertThat(read(200, envelope("<x:pong xmlns:x='urn:x'/>")).kind()).isEqualTo(ReplyKind.OTHER_SOAP);
        assertThat(read(200, envelope("")).kind()).isEqualTo(ReplyKind.OTHER_SOAP);
        String ours = soap(SoapVersion.V1_1, writer -> NegotiationXml.write(Sides.answer(), writer));
        assertThat(read(500, ours).kind()).isEqualTo(ReplyKind.OTHER_SOAP);
    }

    @Test
    void aMalformedAnswerDecidesNothingAndSaysWhere() {
        OfferReply reply = read(200, envelope("<p:answer xmlns:p='urn:parley:1' version='1'/>"));
        assertThat(reply.kind()).isEqualTo(ReplyKind.MALFORMED_ANSWER);
        assertThat(reply.detail()).contains("answer/");
    }

    @Test
    void aReplyLongerThanAnAnswerMayBeIsNotReadToItsEnd() {
        String padding = "<s:Header><a>" + "x".repeat(10_000_000) + "</a></s:Header>";
        byte[] endless = envelope("").replace("<s:Header/>", padding).getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream body = new ByteArrayInputStream(endless);
        OfferReply reply = OfferReply.read(200, body, Limits.defaults());
        assertThat(reply.kind().verdict()).isEqualTo(ReplyKind.Verdict.UNDECIDED);
        assertThat(reply.detail()).contains("parley.limits.negotiation-bytes");
        assertThat(endless.length - body.available())
                .isLessThanOrEqualTo(Limits.defaults().getInt(Limit.NEGOTIATION_BYTES) + 1);
    }

    @Test
    void eachClassEndsTheProbeInItsWay() {
        assertThat(heldAfter(OfferReply.timeout(Duration.ofSeconds(2)))).isEqualTo(Duration.ofSeconds(30));
        assertThat(heldAfter(OfferReply.transportError("reset"))).isEqualTo(Duration.ofSeconds(1));
        assertThat(heldAfter(read(401, ""))).isEqualTo(Duration.ofSeconds(1));
        assertThat(heldAfter(read(404, "no"))).isEqualTo(Duration.ofSeconds(30));
        assertThat(heldAfter(read(500, envelope("<s:Fault/>")))).isEqualTo(Duration.ofHours(1));
    }

    private static Duration heldAfter(OfferReply reply) {
        AtomicLong now = new AtomicLong();
        KnownPeers peers = new KnownPeers(now::get, 4);
        SessionKey key = SessionKey.of("bus", "http://a.example/", new QName("Port"), CredentialsIdentity.none(), "");
        Decision decision = peers.decide(key, Mode.AUTO, SwitchPolicy.eager());
        reply.end(((Decision.Negotiate) decision).probe());
        return peers.known().get(0).retryIn();
    }

    private static OfferReply read(int status, String body) {
        return OfferReply.read(
                status, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), Limits.defaults());
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s='" + SOAP + "'><s:Header/><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private static String soap(SoapVersion version, SoapEnvelope.BodyContent body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SoapEnvelope.write(out, version, List.of(), body);
        return out.toString(StandardCharsets.UTF_8);
    }
}
