package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.conformance.raw.ByteInput;
import io.parley.conformance.raw.RawClient;
import io.parley.conformance.raw.RawClient.Agreed;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.RawHead;
import io.parley.conformance.raw.RawSession;
import io.parley.conformance.raw.RawSession.Reply;
import io.parley.conformance.raw.RefusedException;
import io.parley.conformance.raw.WireError;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Tests a client written only from the protocol's pages against services; the subclasses supply the services. */
abstract class RawClientTest {
    private static final int TOKEN_REFUSED = 5;
    private static final int DIGEST_MISMATCH = 7;
    private static final int GOING_AWAY = 12;
    private static final int CANCELLED = 24;

    /** Notes that the service received. */
    final Queue<String> notes = new ConcurrentLinkedQueue<>();

    abstract URI url();

    /** Returns the qualified name of the service's port. */
    abstract String endpoint();

    RawClient client() {
        return new RawClient(url(), endpoint(), 1, Sums.PARTS);
    }

    private Agreed agreed() throws Exception {
        return client().negotiate(List.of("hhfr", "xml"), List.of("none"));
    }

    @Test
    void aTypedCallIsAnsweredTyped() throws Exception {
        Agreed agreed = agreed();
        assertThat(agreed.answer().one("representation")).isEqualTo("hhfr");
        assertThat(agreed.numbers()).containsOnlyKeys(Sums.PARTS.keySet());
        try (RawSession session = client().open(agreed)) {
            Reply reply = session.call(Sums.request(agreed, 1, 2, 3.5));
            assertThat(reply.kind()).isEqualTo(RawFrameType.RESPONSE);
            assertThat(Sums.answer(agreed, reply.content())).isEqualTo(new Sums.Answer(200, 3, 6.5));
            assertThat(Sums.answer(agreed, session.call(Sums.request(agreed)).content()))
                    .isEqualTo(new Sums.Answer(200, 0, 0));
        }
    }

    @Test
    void aCallInXmlIsAnsweredInXml() throws Exception {
        Agreed agreed = client().negotiate(List.of("xml"), List.of("none"));
        try (RawSession session = client().open(agreed)) {
            Reply reply = session.call(Sums.xmlRequest(1, 2));
            assertThat(Sums.xmlAnswer(reply.content())
                            .find("value")
                            .orElseThrow()
                            .text())
                    .isEqualTo("3.0");
        }
    }

    @Test
    void aLongCallGoesOutUnderTheCreditOfThePages() throws Exception {
        Agreed agreed = agreed();
        double[] numbers = new double[400_000];
        Arrays.fill(numbers, 0.5);
        try (RawSession session = client().open(agreed)) {
            assertThat(Sums.answer(
                            agreed, session.call(Sums.request(agreed, numbers)).content()))
                    .isEqualTo(new Sums.Answer(200, 400_000, 200_000));
        }
    }

    @Test
    void oneWayMessagesAndPingsAreTaken() throws Exception {
        Agreed agreed = agreed();
        try (RawSession session = client().open(agreed)) {
            session.oneWay(Sums.note(agreed, "first"));
            session.ping(0x0102030405060708L);
            await().untilAsserted(() -> assertThat(notes).containsExactly("first"));
        }
    }

    @Test
    void anOperationWithoutAnswerMayComeAsARequest() throws Exception {
        Agreed agreed = agreed();
        try (RawSession session = client().open(agreed)) {
            Reply reply = session.call(Sums.note(agreed, "asked"));
            assertThat(reply.kind()).isEqualTo(RawFrameType.RESPONSE);
            ByteInput content = new ByteInput(reply.content());
            assertThat(RawHead.read(content).status()).isEqualTo(202);
            content.expectEnd();
            await().untilAsserted(() -> assertThat(notes).containsExactly("asked"));
        }
    }

    @Test
    void anAnswerToAOneWayMessageIsNotSent() throws Exception {
        Agreed agreed = agreed();
        try (RawSession session = client().open(agreed)) {
            session.oneWay(Sums.request(agreed, 1));
            session.oneWay(Sums.request(agreed, Double.NaN));
            assertThat(session.call(Sums.request(agreed, 1)).kind()).isEqualTo(RawFrameType.RESPONSE);
        }
    }

    @Test
    void aFaultAndAnAbortLeaveTheSessionToItsOtherCalls() throws Exception {
        Agreed agreed = agreed();
        try (RawSession session = client().open(agreed)) {
            Reply fault = session.call(Sums.request(agreed, Double.NaN));
            assertThat(fault.kind() == RawFrameType.FAULT || fault.isAbort()).isTrue();
            session.abort(session.begin(RawFrameType.REQUEST, Sums.request(agreed, 1)), CANCELLED);
            byte[] broken = Sums.request(agreed, 1);
            broken[broken.length - 1] = 9;
            assertThat(session.call(broken).kind()).isNotEqualTo(RawFrameType.RESPONSE);
            assertThat(Sums.answer(agreed, session.call(Sums.request(agreed, 7)).content()))
                    .isEqualTo(new Sums.Answer(200, 1, 7));
        }
    }

    @Test
    void aSessionThatDrainsEndsInOrder() throws Exception {
        Agreed agreed = agreed();
        try (RawSession session = client().open(agreed)) {
            session.call(Sums.request(agreed, 1));
            assertThat(session.drain()).isIn(0, GOING_AWAY);
        }
    }

    @Test
    void aTokenIsGoodOnceAndForItsAgreementAlone() throws Exception {
        Agreed agreed = agreed();
        client().open(agreed).close();
        assertThatThrownBy(() -> client().open(agreed))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(TOKEN_REFUSED));
        Agreed other = agreed();
        byte[] digest = other.digest();
        digest[0] ^= 1;
        assertThatThrownBy(() -> RawSession.open(other.address(), other.token(), digest, other.terms()))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(DIGEST_MISMATCH));
        Agreed third = agreed();
        byte[] terms = third.terms();
        terms[0] ^= 1;
        assertThatThrownBy(() -> RawSession.open(third.address(), third.token(), third.digest(), terms))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.code()).isEqualTo(DIGEST_MISMATCH));
    }

    @Test
    void whoHasOtherPartsIsToldWhichTheServiceHas() throws Exception {
        RawClient other = new RawClient(
                url(), endpoint(), 1, Map.of(Sums.SUM, Sums.PARTS.get(Sums.SUM), Sums.TOTAL, "0".repeat(64)));
        Agreed agreed = other.negotiate(List.of("hhfr"), List.of("none"));
        assertThat(agreed.numbers()).containsOnlyKeys(Sums.SUM);
        try (RawSession session = other.open(agreed)) {
            Reply reply = session.call(Sums.request(agreed, 1, 2));
            assertThat(Sums.answer(agreed, reply.content()).count())
                    .as("the total is infoset")
                    .isEqualTo(-1);
        }
    }

    @Test
    void anOfferWithoutCommonTermsIsRefusedWithItsReason() {
        assertThatThrownBy(() -> client().negotiate(List.of("morse"), List.of("none")))
                .isInstanceOf(WireError.class)
                .hasMessageContaining("NO_COMMON_TERM");
    }

    @Test
    void whoKnowsNothingOfParleyIsAnsweredBySoap() throws Exception {
        String envelope = "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Body><numbers"
                + " xmlns=\"urn:raw\"><number xmlns=\"\">4</number></numbers></soap:Body></soap:Envelope>";
        assertThat(client().post(envelope)).contains("<value>4.0</value>");
    }
}
