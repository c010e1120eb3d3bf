package io.parley.negotiation;

import static io.parley.negotiation.Sides.HTTP;
import static io.parley.negotiation.Sides.HTTPS;
import static io.parley.negotiation.Sides.answer;
import static io.parley.negotiation.Sides.client;
import static io.parley.negotiation.Sides.offer;
import static io.parley.negotiation.Sides.reached;
import static io.parley.negotiation.Sides.refusal;
import static io.parley.negotiation.Sides.service;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NegotiatorTest {
    private static final AddressRule OWN = AddressRule.ownHostOnly();

    @Test
    void eachTermGetsTheFirstOfTheClientsChoicesThatTheServiceHas() {
        Answer answer = answer();
        assertThat(answer.representation()).isEqualTo("hhfr");
        assertThat(answer.channel()).isEqualTo("stream");
        assertThat(answer.security()).isEqualTo("none");
        assertThat(answer.compression()).isEqualTo("none");
        assertThat(answer.reliability()).isEqualTo("none");
        assertThat(answer.contextStore()).isEqualTo("http://spare.example/");
        assertThat(answer.offerId()).isEqualTo("offer-1");
    }

    @Test
    void eachOperationHasTheFirstOfItsOwnListThatBothHave() {
        Capabilities service = service()
                .representations("exi", "tdxml")
                .operations(List.of(
                        new OperationTerm("{urn:x}tables", List.of("tdxml", "hhfr")),
                        new OperationTerm("{urn:x}usual", List.of("hhfr")),
                        new OperationTerm("{urn:x}strange", List.of("nobody"))))
                .build();
        Offer offer = Changed.offer(
                offer(),
                Map.of(
                        "representations",
                        List.of("hhfr", "tdxml"),
                        "operations",
                        List.of(
                                new OperationTerm("{urn:x}small", List.of("nobody", "exi", "hhfr")),
                                new OperationTerm("{urn:x}tables", List.of("exi", "tdxml")))));
        Answer answer = reached(Negotiator.answer(offer, service, "a")).withToken(answer().token());

        assertThat(answer.representation()).isEqualTo("hhfr");
        assertThat(answer.operations())
                .containsExactly(
                        new OperationTerm("{urn:x}small", List.of("exi")),
                        new OperationTerm("{urn:x}tables", List.of("tdxml")));
        Agreement ours = reached(Negotiator.accept(offer, answer, client().build(), HTTP, OWN));
        assertThat(ours.representation("{urn:x}small")).isEqualTo("exi");
        assertThat(ours.representation("{urn:x}usual")).isEqualTo("hhfr");
        assertThat(ours.representations()).containsExactly("hhfr", "exi", "tdxml");
        assertThat(ours.digest())
                .isEqualTo(Negotiator.agreement(offer, answer, service).digest());
        Answer edited =
                Changed.answer(answer, Map.of("operations", answer.operations().subList(0, 1)));
        assertThat(reached(Negotiator.accept(offer, edited, client().build(), HTTP, OWN))
                        .digest())
                .isNotEqualTo(ours.digest());
    }

    @Test
    void differencesGoWithNoAgreementInWhichAnOperationHasAnotherForm() {
        List<String> both = List.of("delta", "none");
        Offer offer = Changed.offer(
                offer(),
                Map.of("compressions", both, "operations", List.of(new OperationTerm("{urn:x}o", List.of("bnux")))));

        assertThat(reached(Negotiator.answer(offer, service().compressions(both).build(), "a"))
                        .compression())
                .isEqualTo("none");
    }

    @Test
    void anAnswerThatChoosesForAnOperationWhatWasNotOfferedForItIsRefused() {
        assertRefused(
                Map.of("operations", List.of(new OperationTerm("{urn:x}o", List.of("zebra")))),
                FallbackReason.NO_COMMON_TERM,
                "operation/representation");
    }

    @Test
    void bothSidesHoldTheSameAgreement() {
        Agreement theirs = Negotiator.agreement(offer(), answer(), service().build());
        Agreement ours = reached(Negotiator.accept(offer(), answer(), client().build(), HTTP, OWN));

        assertThat(ours.digest()).isEqualTo(theirs.digest());
        assertThat(ours).usingRecursiveComparison().ignoringFields("addresses").isEqualTo(theirs);
        assertThat(ours.addresses())
                .containsExactly(new HostPort("billing.example", 7001), new HostPort("billing.example", 7002));
    }

    @Test
    void differencesAreAgreedWhereBothSidesHaveThemAndOnlyOfHhfrOnTheStream() {
        List<String> both = List.of("delta", "none");
        Offer offer = Changed.offer(offer(), Map.of("compressions", both));
        assertThat(reached(Negotiator.answer(offer, service().compressions(both).build(), "a"))
                        .compression())
                .isEqualTo("delta");
        assertThat(reached(Negotiator.answer(offer, service().build(), "a")).compression())
                .isEqualTo("none");
        Offer infoset = Changed.offer(offer, Map.of("representations", List.of("bnux")));
        Answer plain =
                reached(Negotiator.answer(infoset, service().compressions(both).build(), "a"));
        assertThat(plain.compression()).isEqualTo("none");
        Answer forged = Changed.answer(
                plain.withToken(Token.of(new byte[32])), Map.of("compression", "delta", "offerId", infoset.id()));
        Capabilities client = client().compressions(both).build();
        assertThat(refusal(Negotiator.accept(infoset, forged, client, HTTP, OWN))
                        .reason())
                .isEqualTo(FallbackReason.NO_COMMON_TERM);
    }

    @Test
    void durableIsAgreedOnThreeChannelsAndNotWithDifferences() {
        List<Reliability> all = List.of(Reliability.DURABLE, Reliability.RESUME, Reliability.NONE);
        Offer offer = Changed.offer(offer(), Map.of("reliabilities", List.of("durable", "resume", "none")));
        Answer durable =
                reached(Negotiator.answer(offer, service().reliabilities(all).build(), "a"));
        assertThat(durable.reliability()).isEqualTo("durable");
        Capabilities compressing = service()
                .reliabilities(all)
                .compressions(List.of("zstd", "none"))
                .build();
        Answer compressed = reached(Negotiator.answer(offer, compressing, "a"));
        assertThat(compressed.compression()).isEqualTo("zstd");
        assertThat(compressed.reliability()).isEqualTo("durable");
        Offer local = Changed.offer(offer, Map.of("channels", List.of("local")));
        Capabilities elsewhere =
                service().reliabilities(all).channel(ChannelTerm.plain("local")).build();
        assertThat(reached(Negotiator.answer(local, elsewhere, "a")).reliability())
                .isEqualTo("resume");
        for (String channel : List.of("websocket", "jms")) {
            Offer on = Changed.offer(offer, Map.of("channels", List.of(channel)));
            Capabilities there = service()
                    .reliabilities(all)
                    .channel(ChannelTerm.plain(channel))
                    .build();
            assertThat(reached(Negotiator.answer(on, there, "a")).reliability()).isEqualTo("durable");
        }
        Offer differing = Changed.offer(offer, Map.of("compressions", List.of("delta", "none")));
        Answer forged = Changed.answer(
                durable.withToken(Token.of(new byte[32])), Map.of("compression", "delta", "offerId", differing.id()));
        Capabilities client = client().reliabilities(all)
                .compressions(List.of("delta", "none"))
                .build();
        assertThat(refusal(Negotiator.accept(differing, forged, client, HTTP, OWN))
                        .detail())
                .contains("combines durable");
    }

    @Test
    void theSmallerLimitAndTheShorterLifetimeHold() {
        Agreement agreement = Negotiator.agreement(offer(), answer(), service().build());
        assertThat(agreement.limits().get(Limit.MESSAGE_BYTES)).isEqualTo(1_000_000);
        assertThat(agreement.limits().get(Limit.DEPTH)).isEqualTo(50);
        assertThat(agreement.lifetime()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void aLimitThatIsNotAgreedStaysEachSidesOwn() {
        Capabilities own = service()
                .limits(Limits.defaults().with(Limit.OPENING_BYTES, 1024))
                .build();
        assertThat(Negotiator.agreement(offer(), answer(), own).limits().get(Limit.OPENING_BYTES))
                .isEqualTo(1024);
        assertThat(offer().limits()).doesNotContainKey(Limit.OPENING_BYTES.setting());
    }

    @Test
    void wordsThatTheServiceDoesNotKnowAreNeverChosenAndNeverAnError() {
        Offer newer = Changed.offer(
                offer(),
                Map.of(
                        "representations", List.of("holographic", "hhfr"),
                        "channels", List.of("quic", "stream"),
                        "securities", List.of("quantum", "none"),
                        "reliabilities", List.of("eternal", "none"),
                        "limits", Map.of("parley.limits.new-thing", 7L)));
        Answer answer = reached(Negotiator.answer(newer, service().build(), "a"));
        assertThat(answer.representation()).isEqualTo("hhfr");
        assertThat(answer.channel()).isEqualTo("stream");
        assertThat(answer.reliability()).isEqualTo("none");
        assertThat(answer.limits()).doesNotContainKey("parley.limits.new-thing");
    }

    @Test
    void aNewerOfferIsAnsweredInTheVersionOfTheService() {
        Offer newer = Changed.offer(offer(), Map.of("version", 9));
        assertThat(reached(Negotiator.answer(newer, service().build(), "a")).version())
                .isEqualTo(1);
    }

    @Test
    void aRefusalNamesAChannelWithSeveralTermsOnce() {
        Capabilities other = Capabilities.builder()
                .representations("hhfr", "bnux")
                .channel(ChannelTerm.plain("websocket", HostPort.ownHost(1)))
                .channel(ChannelTerm.plain("websocket", HostPort.ownHost(2)))
                .build();
        assertThat(refusal(Negotiator.answer(offer(), other, "a")).detail()).endsWith("the service has [websocket]");
    }

    @Test
    void aLimitThatLeavesNoRoomIsNamedWithItsLeastValue() {
        Capabilities tight =
                service().limits(Limits.defaults().with(Limit.FRAME_BYTES, 1)).build();
        assertThat(refusal(Negotiator.answer(offer(), tight, "a")).detail())
                .isEqualTo("parley.limits.frame-bytes: expected at least 1024 on both sides, found 1");
    }

    @Test
    void aTermWithoutACommonChoiceIsRefusedAndNamed() {
        Capabilities other = Capabilities.builder()
                .representations("exi")
                .channel(ChannelTerm.plain("stream", HostPort.ownHost(1)))
                .build();
        Refusal refusal = refusal(Negotiator.answer(offer(), other, "a"));
        assertThat(refusal.reason()).isEqualTo(FallbackReason.NO_COMMON_TERM);
        assertThat(refusal.detail()).contains("representation", "hhfr", "exi");
        assertThat(Refusal.fromPeer(refusal.reason().name(), "").reason()).isEqualTo(refusal.reason());
    }

    @Test
    void aWithheldChannelIsRefusedWithItsOwnReason() {
        Capabilities servlet = Capabilities.builder()
                .representations("hhfr")
                .withhold("stream", FallbackReason.FILTERS_BYPASSED)
                .build();
        assertThat(refusal(Negotiator.answer(offer(), servlet, "a")).reason())
                .isEqualTo(FallbackReason.FILTERS_BYPASSED);
    }

    @Test
    void aLimitTooSmallToWorkWithIsRefusedByTheService() {
        Map<String, Long> limits = new TreeMap<>(offer().limits());
        limits.put(Limit.FRAME_BYTES.setting(), 1L);
        Offer tiny = Changed.offer(offer(), Map.of("limits", limits));
        assertThat(refusal(Negotiator.answer(tiny, service().build(), "a")).detail())
                .contains("frame-bytes");
    }

    @Test
    void anHttpsServiceIsNotEvenOfferedAPlainChannel() {
        assertThat(refusal(Negotiator.offer(HTTPS, "", client().build(), "o")).reason())
                .isEqualTo(FallbackReason.TLS_NOT_AVAILABLE);

        Capabilities both = client().channel(new ChannelTerm("stream", ChannelSecurity.TLS, List.of(), ""))
                .build();
        Offer offer = reached(Negotiator.offer(HTTPS, "", both, "o"));
        assertThat(offer.securities()).containsExactly("tls");
        assertThat(offer.channels()).containsExactly("stream");
        assertThat(refusal(Negotiator.answer(offer, service().build(), "a")).reason())
                .isEqualTo(FallbackReason.TLS_NOT_AVAILABLE);
    }

    @Test
    void aProtectedChannelIsAgreedWithTheCertificateThatItShows() {
        Agreement agreement = reached(Negotiator.accept(secured(), securedAnswer("c".repeat(64)), tls(), HTTPS, OWN));

        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(agreement.certificate()).isEqualTo("c".repeat(64));
        assertThat(agreement.addresses()).containsExactly(new HostPort("billing.example", 7443));
    }

    @Test
    void aProtectedChannelWithoutACertificateIsRefused() {
        Outcome<Agreement> outcome = Negotiator.accept(secured(), securedAnswer(""), tls(), HTTPS, OWN);

        assertThat(refusal(outcome).reason()).isEqualTo(FallbackReason.TLS_NOT_AVAILABLE);
        assertThat(refusal(outcome).detail()).contains("stream", "no certificate");
    }

    @Test
    void aCertificateForWhatIsNotProtectedIsRefused() {
        assertRefused(Map.of("certificate", "c".repeat(64)), FallbackReason.NO_COMMON_TERM, "certificate");
    }

    @Test
    void durableIsAgreedOnForAProtectedStreamToo() {
        List<Reliability> all = List.of(Reliability.DURABLE, Reliability.RESUME, Reliability.NONE);
        Capabilities client = protectedStream(List.of(), "").reliabilities(all).build();
        Offer offer = reached(Negotiator.offer(HTTPS, "", client, "o"));
        Capabilities service = protectedStream(List.of(HostPort.ownHost(7443)), "c".repeat(64))
                .reliabilities(all)
                .build();

        Answer answer = reached(Negotiator.answer(offer, service, "a")).withToken(Token.of(new byte[32]));
        Agreement agreement = reached(Negotiator.accept(offer, answer, client, HTTPS, OWN));

        assertThat(agreement.reliability()).isEqualTo(Reliability.DURABLE);
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
    }

    private static Capabilities tls() {
        return protectedStream(List.of(), "").build();
    }

    private static Capabilities.Builder protectedStream(List<HostPort> addresses, String certificate) {
        return Capabilities.builder()
                .representations("hhfr")
                .channel(new ChannelTerm("stream", ChannelSecurity.TLS, addresses, certificate));
    }

    private static Offer secured() {
        return reached(Negotiator.offer(HTTPS, "", tls(), "o"));
    }

    private static Answer securedAnswer(String certificate) {
        Capabilities service =
                protectedStream(List.of(HostPort.ownHost(7443)), certificate).build();
        return reached(Negotiator.answer(secured(), service, "a")).withToken(Token.of(new byte[32]));
    }

    @Test
    void aDowngradeToAPlainChannelIsRefusedEvenIfTheOfferWasEditedToo() {
        Outcome<Agreement> outcome = Negotiator.accept(offer(), answer(), client().build(), HTTPS, OWN);
        assertThat(refusal(outcome).reason()).isEqualTo(FallbackReason.TLS_NOT_AVAILABLE);
    }

    @Test
    void anAnswerThatChoosesWhatWasNotOfferedIsRefusedTermByTerm() {
        for (String term : List.of("representation", "channel", "security", "compression", "reliability")) {
            assertRefused(Map.of(term, "other"), FallbackReason.NO_COMMON_TERM, term);
        }
        assertRefused(Map.of("contextStore", "http://evil.example/"), FallbackReason.HOST_NOT_ALLOWED, "store");
        assertRefused(Map.of("lifetimeSeconds", 3_601L), FallbackReason.NO_COMMON_TERM, "lifetime");
        assertRefused(Map.of("offerId", "offer-2"), FallbackReason.DIGEST_MISMATCH, "another offer");
        assertRefused(Map.of("version", 2), FallbackReason.VERSION, "version 2");
        assertRefused(Map.of("token", Token.none()), FallbackReason.TOKEN_REFUSED, "token");
    }

    @Test
    void aLimitAboveTheOffersIsRefused() {
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                Map<String, Long> limits = new TreeMap<>(answer().limits());
                limits.put(limit.setting(), offer().limits().get(limit.setting()) + 1);
                assertRefused(Map.of("limits", limits), FallbackReason.NO_COMMON_TERM, limit.setting());
            }
        }
    }

    @Test
    void aLimitTooSmallToWorkWithIsRefusedByTheClient() {
        assertRefused(
                Map.of("limits", Map.of(Limit.STREAM_CREDIT.setting(), 1L)),
                FallbackReason.NO_COMMON_TERM,
                "stream-credit");
    }

    @Test
    void anAnswerThatNamesAnotherHostOnlyIsRefused() {
        List<HostPort> elsewhere = List.of(new HostPort("169.254.169.254", 80));
        assertRefused(Map.of("addresses", elsewhere), FallbackReason.HOST_NOT_ALLOWED, "169.254.169.254");
    }

    @Test
    void otherHostsAreDroppedFromAnAnswerThatNamesTheOwnToo() {
        Answer mixed = Changed.answer(
                answer(), Map.of("addresses", List.of(new HostPort("10.0.0.1", 1), HostPort.ownHost(2))));
        assertThat(reached(Negotiator.accept(offer(), mixed, client().build(), HTTP, OWN))
                        .addresses())
                .containsExactly(new HostPort("billing.example", 2));
    }

    @Test
    void equalDataNeedsNoList() {
        Capabilities alike = service().data(client().build().data()).build();
        Answer answer = reached(Negotiator.answer(offer(), alike, "a"));
        assertThat(answer.parts()).isEmpty();
        assertThat(Negotiator.agreement(offer(), answer, alike).data().same()).isTrue();
    }

    @Test
    void aRefusalFromAPeerIsCleanedAndItsReasonMustBeOneThatAServiceMayGive() {
        assertThat(Refusal.fromPeer("FILTERS_BYPASSED", "behind\r\nWARN forged line")
                        .detail())
                .isEqualTo("behind??WARN forged line");
        assertThat(Refusal.fromPeer("CONNECT_FAILED", "").reason()).isEqualTo(FallbackReason.CONNECT_FAILED);
        assertThat(Refusal.fromPeer("MODE_NEVER", "").reason()).isEqualTo(FallbackReason.VERSION);
        assertThat(Refusal.fromPeer("SOMETHING_NEW", "").reason()).isEqualTo(FallbackReason.VERSION);
        assertThat(Refusal.fromPeer("VERSION", "x".repeat(100_000)).detail()).hasSizeLessThan(400);
    }

    @Test
    void aTokenIsNeverPartOfAText() {
        Answer answer = answer().withToken(Token.of("sixteen bytes or more".getBytes(StandardCharsets.UTF_8)));
        Consumer<String> hidden = text ->
                assertThat(text).doesNotContain(answer.token().encoded()).doesNotContain("sixteen");
        hidden.accept(answer.toString());
        hidden.accept(answer.token().toString());
        hidden.accept(CanonicalText.of(offer(), answer).toString());
    }

    private static void assertRefused(Map<String, Object> change, FallbackReason reason, String detail) {
        Answer changed = Changed.answer(answer(), change);
        Refusal refusal = refusal(Negotiator.accept(offer(), changed, client().build(), HTTP, OWN));
        assertThat(refusal.reason()).as("%s", change).isEqualTo(reason);
        assertThat(refusal.detail()).contains(detail);
    }
}
