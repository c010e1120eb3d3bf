package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.cxf.services.ReportsImpl;
import io.parley.soap.SoapHead;
import io.parley.testkit.channel.RawPeer;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests a client that negotiates correctly and then sends malformed messages: a CXF service answers each with a fault
 * that names what was expected and where, and serves the next message of the same session.
 */
class HostileClientTest {
    private static final Report HONEST = Report.of("ab", Report.Weather.RAIN, 1.0);
    /** The content required of a fault: code, place, what was expected and what was found. */
    private static final Pattern NAMED =
            Pattern.compile("(MALFORMED_MESSAGE|SCHEMA_VIOLATION|LIMIT): .+: expected .+, found .+", Pattern.DOTALL);

    private final Published published = new Published();
    private final ReportsImpl service = new ReportsImpl();
    private ByHand hand;
    private RawPeer peer;
    private int stream = -1;

    @BeforeEach
    void negotiate() throws Exception {
        published.publishAny(service, published.address(), SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
        Reports ordinary = published.proxy(Reports.class, SOAPBinding.SOAP11HTTP_BINDING);
        hand = new ByHand(
                EndpointModel.of(Published.client(ordinary).getEndpoint(), Limits.defaults(), Accessors.initial()));
        peer = new Offering(published.address(), hand.client()).agree().open();
    }

    @AfterEach
    void stop() {
        peer.close();
        published.close();
    }

    @Test
    void theHonestRecordIsWhatTheseTestsSpoil() throws Exception {
        assertThat(HexFormat.of().formatHex(hand.record(hand.in, HONEST)))
                .isEqualTo("01" + "51" + "01000000" + "026162" + "0100" + "000000000000f03f" + "045241494e");
        served();
        assertThat(service.filed()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "content after nil,                           02 51 01000000 026162 0100 000000000000f03f 045241494e, segment at byte",
        "unused bits that are set,                    01 51 01000000 026162 0101e1 000000000000f03f 045241494e, bits",
        "text said to be absent but sent,             01 41 01000000 026162 0100 000000000000f03f 045241494e, Report",
        "text longer than the message,                01 51 01000000 ff0f6162 0100 000000000000f03f 045241494e, Report/station",
        "text that is not UTF-8,                      01 51 01000000 02c328 0100 000000000000f03f 045241494e, UTF-8",
        "word longer than the message,                01 51 01000000 026162 0100 000000000000f03f 09, Report/weather",
        "count that is not in its shortest form,      01 51 01000000 026162 810000 000000000000f03f 045241494e, shortest",
        "more items than bytes,                       01 51 01000000 026162 ff7f00 000000000000f03f 045241494e, at byte",
        "two thousand million items,                  01 51 01000000 026162 ffffffff0700 000000f03f 045241494e, Report/values",
        "flag that is none,                           01 51 01000000 026162 0107 000000000000f03f 045241494e, Report/values",
        "nothing at all,                              '', at byte"
    })
    void aRecordThatDoesNotFitTheSchemaIsAFaultThatSaysWhere(String name, String hex, String where) throws Exception {
        byte[] record = HexFormat.of().parseHex(hex.replace(" ", ""));

        String fault = fault(hand.message(ByHand.request(), hand.in, record));

        assertThat(fault).matches(NAMED).contains(where);
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void aRecordCutAtAnyPlaceIsNeverDispatched() throws Exception {
        byte[] record = hand.record(hand.in, HONEST);
        for (int length = 0; length < record.length; length++) {
            assertThat(fault(hand.message(ByHand.request(), hand.in, Arrays.copyOf(record, length))))
                    .as("cut to %d bytes", length)
                    .matches(NAMED);
        }
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void aMessageCutAtAnyPlaceIsNeverDispatched() throws Exception {
        byte[] honest = hand.message(ByHand.request(), hand.in, hand.record(hand.in, HONEST));
        for (int length = 0; length < honest.length; length++) {
            RawPeer.Answer answer = answer(Arrays.copyOf(honest, length));
            assertThat(said(answer)).as("cut to %d bytes", length).matches(NAMED);
        }
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void anyByteChangedIsAnAnswerOrAFaultAndTheSessionLivesOn() throws Exception {
        byte[] honest = hand.message(ByHand.request(), hand.in, hand.record(hand.in, HONEST));
        for (int at = 0; at < honest.length; at++) {
            for (int change : new int[] {0x01, 0x80, 0xFF}) {
                byte[] changed = honest.clone();
                changed[at] ^= (byte) change;
                RawPeer.Answer answer = answer(changed);
                if (answer.aborted() != null) {
                    assertThat(answer.aborted()).as("byte %d", at).isNotEqualTo(ErrorCode.INTERNAL);
                } else if (answer.fault()) {
                    assertThat(((ByHand.SoapFault) hand.content(answer.content())).text())
                            .as("byte %d changed by %x", at, change)
                            .doesNotContain("Exception")
                            .isNotBlank();
                }
            }
        }
        served();
    }

    @Test
    void thePartOfAnotherMessageIsNotTaken() throws Exception {
        assertThat(fault(hand.message(ByHand.request(), hand.out, hand.record(hand.out, HONEST))))
                .contains("filed");
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void aNumberThatNoPartHasIsNamed() throws Exception {
        for (int number : new int[] {hand.parts(), 200, Integer.MAX_VALUE}) {
            assertThat(fault(hand.message(ByHand.request(), number, hand.record(hand.in, HONEST))))
                    .matches(NAMED)
                    .contains("number of a typed part", String.valueOf(number));
        }
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void anUnknownOperationIsTheFaultThatSoapWouldGive() throws Exception {
        String fault = fault(hand.message(ByHand.request(), writer -> {
            writer.writeStartElement("t", "burn", "urn:parley:test");
            writer.writeNamespace("t", "urn:parley:test");
            writer.writeEndElement();
        }));

        assertThat(fault).contains("{urn:parley:test}burn was not recognized");
        served();
    }

    @Test
    void anActionThatTheServiceDoesNotHaveIsTheFaultThatSoapWouldGive() throws Exception {
        SoapHead other = SoapHead.request(ByHand.request().version(), "urn:burn", List.of());

        assertThat(fault(hand.message(other, hand.in, hand.record(hand.in, HONEST))))
                .contains("urn:burn");
        assertThat(service.filed()).isZero();
        served();
    }

    @Test
    void anInfosetThatIsNoEnvelopeIsAFault() throws Exception {
        byte[] honest = hand.message(ByHand.request(), writer -> {});
        byte[] other = ByHand.replaced(honest, "Envelope", "Envelops");

        assertThat(fault(other)).contains("Envelope");
        served();
    }

    @Test
    void aHeadThatIsNoneEndsTheMessageWithItsCode() throws Exception {
        RawPeer.Answer answer = answer(new byte[] {9, 0, 0, 0});

        assertThat(answer.aborted()).isEqualTo(ErrorCode.MALFORMED_MESSAGE);
        assertThat(answer.text()).contains("head", "expected SOAP version", "found 9");
        served();
    }

    /**
     * Filters and proxies in front of the service checked the headers of the negotiation; a later message must not
     * change them.
     */
    @Test
    void headerSmugglingByTheHeadOfARequestIsRefused() throws Exception {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(new byte[] {1, 0, 0, 1});
        for (String text : new String[] {"X-Forwarded-User", "admin"}) {
            head.write(text.length());
            head.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }
        RawPeer.Answer answer = answer(head.toByteArray());

        assertThat(answer.aborted()).isEqualTo(ErrorCode.MALFORMED_MESSAGE);
        assertThat(answer.text()).contains("head", "tracing").doesNotContain("admin");
        served();
    }

    @Test
    void whatFollowsTheEndOfAMessageIsNotPassedOver() throws Exception {
        byte[] honest = hand.message(ByHand.request(), hand.in, hand.record(hand.in, HONEST));

        assertThat(fault(Arrays.copyOf(honest, honest.length + 1)))
                .matches(NAMED)
                .contains("end");
        assertThat(service.filed()).isZero();
        served();
    }

    private void served() throws Exception {
        RawPeer.Answer answer = answer(hand.message(ByHand.request(), hand.in, hand.record(hand.in, HONEST)));
        assertThat(answer.aborted()).as(answer.text()).isNull();
        assertThat(hand.content(answer.content())).hasToString(HONEST.toString());
        assertThat(answer.fault()).isFalse();
    }

    private String fault(byte[] request) throws Exception {
        RawPeer.Answer answer = answer(request);
        assertThat(answer.aborted()).as(answer.text()).isNull();
        Object content = hand.content(answer.content());
        assertThat(answer.fault()).as("an answer: %s", content).isTrue();
        ByHand.SoapFault fault = (ByHand.SoapFault) content;
        if (NAMED.matcher(fault.text()).matches()) {
            assertThat(fault.code()).as(fault.text()).isEqualTo("Client");
        }
        return fault.text();
    }

    private String said(RawPeer.Answer answer) throws Exception {
        if (answer.aborted() != null) {
            return answer.aborted() + ": " + answer.text();
        }
        Object content = hand.content(answer.content());
        return content instanceof ByHand.SoapFault fault ? fault.text() : "answered: " + content;
    }

    private RawPeer.Answer answer(byte[] request) throws InterruptedException {
        stream += 2;
        peer.sendRequest(stream, request);
        return peer.answer(stream);
    }
}
