package io.parley.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the agreement on operations whose messages may be lost. */
class DeliveryTest {
    private static final String READING = "{urn:x}reading";
    private static final ChannelTerm QUIC =
            new ChannelTerm("quic", ChannelSecurity.NONE, List.of(HostPort.ownHost(7001)), "");

    @ParameterizedTest
    @CsvSource({
        "expendable, expendable, expendable",
        "expendable, latest, latest",
        "latest, expendable, latest",
        "latest, latest, latest",
        "expendable, assured, assured",
        "assured, latest, assured",
        "tomorrows, latest, assured",
        "latest, tomorrows, assured"
    })
    void messagesMayBeLostWhereBothSidesSayIt(String client, String service, String agreed) {
        Agreement agreement = agreement("quic", Reliability.NONE, client, service);

        int number = agreement.expendable().number(READING);
        assertThat(number >= 0).isEqualTo(!agreed.equals("assured"));
        assertThat(agreed.equals("latest"))
                .isEqualTo(number >= 0 && agreement.expendable().isLatestOnly(number));
        assertThat(agreement.operations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stream, NONE", "websocket, NONE", "quic, DURABLE"})
    void nothingIsLostOnOtherChannelsOrFromAStore(String channel, Reliability reliability) {
        assertThat(DeliveryTerm.lossGoesWith(channel, reliability.term())).isFalse();
    }

    @Test
    void onAChannelWithoutDatagramsTheAnswerSaysNothing() {
        Agreement agreement = agreement("stream", Reliability.NONE, "latest", "latest");

        assertThat(agreement.expendable()).isEqualTo(ExpendableOperations.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "expendable, latest, quic",
        "assured, expendable, quic",
        "latest, expendable, quic",
        "expendable, expendable, stream",
        "expendable, tomorrows, quic"
    })
    void aClientRefusesLossThatItDidNotOffer(String offered, String answered, String channel) {
        Offer offer = offer("quic", Reliability.NONE, offered);
        Answer answer = answer(offer, Reliability.NONE, offered);
        Answer changed = Changed.answer(
                answer,
                Map.of(
                        "operations",
                        List.of(new OperationTerm(READING, List.of("hhfr"), answered)),
                        "channel",
                        channel));
        boolean stricter = offered.equals("expendable") && answered.equals("latest") && channel.equals("quic");

        Outcome<Agreement> outcome = Negotiator.accept(
                Changed.offer(offer, Map.of("channels", List.of("quic", "stream"))),
                changed.withToken(Token.of(new byte[32])),
                Sides.client().channel(QUIC).build(),
                Sides.HTTP,
                AddressRule.ownHostOnly());

        if (stricter) {
            assertThat(Sides.reached(outcome).expendable().isLatestOnly(0)).isTrue();
        } else {
            assertThat(Sides.refusal(outcome).detail()).startsWith("operation/@delivery: the answer chose " + answered);
        }
    }

    @Test
    void operationsAreNumberedByTheirNames() {
        ExpendableOperations operations = ExpendableOperations.of(Map.of(
                "{urn:x}b", DeliveryTerm.LATEST,
                "{urn:x}a", DeliveryTerm.EXPENDABLE,
                "{urn:x}c", DeliveryTerm.ASSURED));

        assertThat(operations.count()).isEqualTo(2);
        assertThat(operations.name(0)).isEqualTo("{urn:x}a");
        assertThat(operations.number("{urn:x}b")).isOne();
        assertThat(operations.isLatestOnly(1)).isTrue();
        assertThat(operations.number("{urn:x}c")).isNegative();
    }

    private static Agreement agreement(String channel, Reliability reliability, String client, String service) {
        Offer offer = offer(channel, reliability, client);
        Answer answer = answer(offer, reliability, service);
        return Negotiator.agreement(offer, answer, Sides.service().build());
    }

    private static Offer offer(String channel, Reliability reliability, String delivery) {
        Offer offer = Sides.reached(Negotiator.offer(
                Sides.HTTP,
                "",
                Sides.client()
                        .channel(QUIC)
                        .reliabilities(List.of(reliability))
                        .operations(List.of(term(delivery)))
                        .build(),
                "offer-1"));
        return Changed.offer(offer, Map.of("channels", List.of(channel)));
    }

    private static Answer answer(Offer offer, Reliability reliability, String delivery) {
        return Sides.reached(Negotiator.answer(
                offer,
                Sides.service()
                        .channel(QUIC)
                        .reliabilities(List.of(reliability))
                        .operations(List.of(term(delivery)))
                        .build(),
                "answer-1"));
    }

    private static OperationTerm term(String delivery) {
        return new OperationTerm(READING, List.of("hhfr", "bnux"), delivery);
    }
}
