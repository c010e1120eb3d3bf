package io.parley.peer;

import static io.parley.negotiation.SwitchPolicy.eager;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.runtime.SystemTimers;
import io.parley.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownPeersTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final SessionKey KEY = key("http://a.example/service");

    /** The time starts high, so that it overflows within the test; a wrong comparison then shows. */
    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofHours(2).toNanos());

    private final KnownPeers peers = new KnownPeers(now::get, 16);
    private final List<FallbackReason> news = new ArrayList<>();

    KnownPeersTest() {
        peers.addListener(fallback -> news.add(fallback.reason()));
    }

    @Test
    void theFirstCallNegotiatesAndTheOthersGoBySoapMeanwhile() {
        Probe probe = negotiate(KEY);

        assertSoap(auto(KEY), FallbackReason.NEGOTIATING);
        assertSoap(auto(KEY), FallbackReason.NEGOTIATING);
        StandingConversation session = new StandingConversation(HOUR);
        probe.agreed(session);

        assertThat(auto(KEY)).isEqualTo(new Decision.Stream(session));
        assertThat(peers.fallbackCounts()).containsOnly(Map.entry(FallbackReason.NEGOTIATING, 3L));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1024, 4096})
    void asManyPeersAreRememberedAsTheLimitSays(int limit) {
        try (SystemTimers timers = Timers.system();
                KnownPeers some = KnownPeers.create(timers, Limits.defaults().with(Limit.KNOWN_PEERS, limit))) {
            for (int number = 0; number < limit; number++) {
                some.decide(key("http://a.example/" + number), Mode.AUTO, eager());
            }
            assertThat(some.known()).hasSize(limit);
            some.decide(key("http://b.example/"), Mode.AUTO, eager());
            assertThat(some.known()).hasSizeLessThanOrEqualTo(limit);
        }
    }

    @Test
    void aCallThatMustStreamWaitsForTheProbeOfAnother() {
        Probe probe = negotiate(KEY);

        Decision decision = peers.decide(KEY, Mode.ALWAYS, eager());
        assertThat(decision).isInstanceOf(Decision.Wait.class);
        var ended = ((Decision.Wait) decision).ended().toCompletableFuture();
        assertThat(ended).isNotDone();

        probe.agreed(new StandingConversation(HOUR));
        assertThat(ended).isCompleted();
        assertThat(peers.decide(KEY, Mode.ALWAYS, eager())).isInstanceOf(Decision.Stream.class);
    }

    @Test
    void modeNeverAsksNobody() {
        assertSoap(peers.decide(KEY, Mode.NEVER, eager()), FallbackReason.MODE_NEVER);
        assertThat(peers.known()).isEmpty();
    }

    @Test
    void aPolicyThatDoesNotWantToSwitchIsAskedWithTheCallsSoFar() {
        List<Long> asked = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Decision decision = peers.decide(KEY, Mode.AUTO, situation -> {
                asked.add(situation.calls());
                return false;
            });
            assertSoap(decision, FallbackReason.POLICY);
        }
        assertThat(peers.decide(KEY, Mode.AUTO, situation -> situation.calls() >= 2))
                .isInstanceOf(Decision.Negotiate.class);
        assertThat(asked).containsExactly(0L, 1L);
    }

    @Test
    void callsThatKnowTheirServiceNeedNotAskUntilItsTimeIsOver() {
        assertThat(peers.standingFallback(KEY)).isEmpty();
        Probe probe = negotiate(KEY);
        assertThat(peers.standingFallback(KEY)).as("nothing is known yet").isEmpty();
        probe.refused(new Refusal(FallbackReason.NOT_CAPABLE, "a fault"));

        StandingFallback standingFallback = peers.standingFallback(KEY).orElseThrow();
        assertThat(standingFallback.reason()).isEqualTo(FallbackReason.NOT_CAPABLE);
        assertThat(standingFallback.detail()).isEqualTo("a fault");
        assertThat(standingFallback.holdsForOneMore()).isTrue();
        assertThat(standingFallback.holdsForOneMore()).isTrue();
        assertThat(peers.fallbackCounts()).containsEntry(FallbackReason.NOT_CAPABLE, 2L);

        pass(HOUR);
        assertThat(standingFallback.holdsForOneMore()).isFalse();
        assertThat(peers.standingFallback(KEY)).isEmpty();
        assertThat(auto(KEY)).isInstanceOf(Decision.Negotiate.class);
        assertThat(peers.fallbackCounts()).containsEntry(FallbackReason.NOT_CAPABLE, 2L);
    }

    @Test
    void callsThatDidNotAskCountForPolicies() {
        negotiate(KEY).refused(new Refusal(FallbackReason.NOT_CAPABLE, ""));
        StandingFallback standingFallback = peers.standingFallback(KEY).orElseThrow();
        standingFallback.holdsForOneMore();
        standingFallback.holdsForOneMore();
        pass(HOUR);

        List<Long> asked = new ArrayList<>();
        peers.decide(KEY, Mode.AUTO, situation -> {
            asked.add(situation.calls());
            return false;
        });
        assertThat(asked).containsExactly(3L);
    }

    @Test
    void whoKnowsItsServiceAsksAgainWhenAnythingElseIsKnown() {
        negotiate(KEY).undecided(FallbackReason.UNDECIDED, "");
        StandingFallback other = peers.standingFallback(KEY).orElseThrow();
        peers.fellBack(KEY, FallbackReason.IDENTITY_DIFFERS, "");
        assertThat(other.holdsForOneMore()).as("another reason was the last").isFalse();

        StandingFallback insisted = peers.standingFallback(KEY).orElseThrow();
        Probe probe = ((Decision.Negotiate) peers.decide(KEY, Mode.ALWAYS, eager())).probe();
        assertThat(insisted.holdsForOneMore())
                .as("a call that must stream asks")
                .isFalse();
        probe.agreed(new StandingConversation(HOUR));
        assertThat(peers.standingFallback(KEY)).isEmpty();

        SessionKey forgotten = key("http://b.example/service");
        negotiate(forgotten).refused(new Refusal(FallbackReason.NOT_CAPABLE, ""));
        StandingFallback evicted = peers.standingFallback(forgotten).orElseThrow();
        peers.forget(forgotten);
        assertThat(evicted.holdsForOneMore()).isFalse();
    }

    @Test
    void aRefusalHoldsAnHourAndDoublesUpToADay() {
        for (int hours : new int[] {1, 2, 4, 8, 16, 24, 24}) {
            negotiate(KEY).refused(new Refusal(FallbackReason.NOT_CAPABLE, "a fault"));
            assertHeldFor(Duration.ofHours(hours), FallbackReason.NOT_CAPABLE);
        }
    }

    @Test
    void anUndecidedReplyHoldsHalfAMinuteAndDoublesUpToTenMinutes() {
        for (int seconds : new int[] {30, 60, 120, 240, 480, 600, 600}) {
            negotiate(KEY).undecided(FallbackReason.UNDECIDED, "status 404");
            assertHeldFor(Duration.ofSeconds(seconds), FallbackReason.UNDECIDED);
        }
    }

    @Test
    void aRefusalAfterUndecidedRepliesBeginsWithItsOwnHour() {
        negotiate(KEY).undecided(FallbackReason.UNDECIDED, "");
        pass(Duration.ofSeconds(30));
        negotiate(KEY).undecided(FallbackReason.UNDECIDED, "");
        pass(Duration.ofSeconds(60));
        negotiate(KEY).refused(new Refusal(FallbackReason.NOT_CAPABLE, ""));
        assertHeldFor(HOUR, FallbackReason.NOT_CAPABLE);
    }

    @Test
    void anOfferThatDidNotGetThroughHoldsOnlyAMoment() {
        negotiate(KEY).unsaid("");
        assertHeldFor(Duration.ofSeconds(1), FallbackReason.UNDECIDED);
    }

    @Test
    void aServiceThatIsPreparingIsAskedAgainAfterAMoment() {
        negotiate(KEY).refused(new Refusal(FallbackReason.PREPARING, ""));
        assertHeldFor(Duration.ofSeconds(1), FallbackReason.PREPARING);
    }

    @Test
    void aServiceThatIsGoingAwayIsAskedAgainAfterAMoment() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            negotiate(KEY).refused(new Refusal(FallbackReason.GOING_AWAY, ""));
            assertHeldFor(Duration.ofSeconds(seconds), FallbackReason.GOING_AWAY);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"TERMS_CHANGED", "GOING_AWAY"})
    void aYoungSessionThatItsServiceEndsIsReplacedAfterAMoment(ErrorCode code) {
        for (int seconds : new int[] {1, 2, 4}) {
            serve(KEY, HOUR).lose(code);
            assertHeldFor(Duration.ofSeconds(seconds), FallbackReason.of(code));
        }
    }

    @Test
    void aYoungSessionThatDrainsIsReplacedAfterAMoment() {
        serve(KEY, HOUR).goAway();
        assertHeldFor(Duration.ofSeconds(1), FallbackReason.GOING_AWAY);
        negotiate(KEY);
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"CONNECT_FAILED", "WRONG_NODE", "TOKEN_REFUSED", "DIGEST_MISMATCH", "VERSION"})
    void aStreamThatCannotBeOpenedIsRememberedByItsOwnReason(ErrorCode code) {
        negotiate(KEY).failed(new CompletionException(new ParleyException(code, "no")));

        FallbackReason reason = FallbackReason.valueOf(code.name());
        boolean isLong = reason.memory() == FallbackReason.Memory.LONG;
        assertHeldFor(isLong ? HOUR : Duration.ofSeconds(30), reason);
    }

    @Test
    void whatIsHeldOffBrieflyDoesNotStopACallThatMustStream() {
        negotiate(KEY).undecided(FallbackReason.CONNECT_FAILED, "");
        assertThat(peers.decide(KEY, Mode.ALWAYS, eager())).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void aRefusalStopsACallThatMustStreamToo() {
        negotiate(KEY).refused(new Refusal(FallbackReason.NOT_CAPABLE, ""));
        assertSoap(peers.decide(KEY, Mode.ALWAYS, eager()), FallbackReason.NOT_CAPABLE);
    }

    @Test
    void aProbeThatNobodyEndsDoesNotBlockItsKeyForEver() {
        Probe forgotten = negotiate(KEY);
        pass(KnownPeers.PROBE_LIMIT.plusNanos(1));

        assertSoap(auto(KEY), FallbackReason.UNDECIDED);
        assertThat(forgotten.ended().toCompletableFuture()).isCompleted();
        StandingConversation late = new StandingConversation(HOUR);
        forgotten.agreed(late);
        assertThat(late.drains()).isOne();
        assertSoap(auto(KEY), FallbackReason.UNDECIDED);
    }

    @Test
    void aProbeThatWasGivenMoreTimeHasIt() {
        Probe patient = negotiate(KEY);
        patient.mayTake(Duration.ofMinutes(1), Limits.defaults());
        pass(Duration.ofMinutes(1).plus(KnownPeers.PROBE_LIMIT));

        assertSoap(auto(KEY), FallbackReason.NEGOTIATING);
        patient.agreed(new StandingConversation(HOUR));
        assertThat(auto(KEY)).isInstanceOf(Decision.Stream.class);
    }

    @Test
    void aProbeEndsOnce() {
        Probe probe = negotiate(KEY);
        probe.refused(new Refusal(FallbackReason.NOT_CAPABLE, ""));
        probe.undecided(FallbackReason.UNDECIDED, "");
        probe.unsaid("");
        assertHeldFor(HOUR, FallbackReason.NOT_CAPABLE);
    }

    @Test
    void anAgreementIsRenewedAfterItsLifetime() {
        StandingConversation session = serve(KEY, HOUR);
        pass(HOUR.minusNanos(1));
        assertThat(auto(KEY)).isInstanceOf(Decision.Stream.class);
        pass(Duration.ofNanos(1));

        negotiate(KEY);
        assertThat(session.drains()).isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"TERMS_CHANGED", "GOING_AWAY", "CONNECTION_LOST"})
    void aSessionOfSomeAgeThatEndsIsNegotiatedAnewByTheNextCall(ErrorCode code) {
        StandingConversation session = serve(KEY, HOUR);
        pass(Duration.ofSeconds(30));
        session.lose(code);
        negotiate(KEY);
    }

    @Test
    void aSessionThatIsAlwaysLostYoungIsNegotiatedMoreAndMoreRarely() {
        for (int seconds : new int[] {30, 60, 120}) {
            serve(KEY, HOUR).lose(ErrorCode.CONNECTION_LOST);
            assertHeldFor(Duration.ofSeconds(seconds), FallbackReason.SESSION_LOST);
        }
    }

    @Test
    void aSessionThatDrainsTakesNoMoreCalls() {
        StandingConversation session = serve(KEY, HOUR);
        pass(HOUR.dividedBy(2));
        session.goAway();
        negotiate(KEY);
    }

    @Test
    void callsGoBySoapWhileThePeerOfTheirSessionIsSuspect() {
        StandingConversation session = serve(KEY, HOUR);
        session.fallSilent();
        assertSoap(auto(KEY), FallbackReason.PEER_SILENT);
        session.answer();
        assertThat(auto(KEY)).isEqualTo(new Decision.Stream(session));
        assertThat(session.drains()).isZero();
    }

    @Test
    void aCallThatMustStreamWaitsForTheEndOfTheSuspicion() {
        StandingConversation session = serve(KEY, HOUR);
        session.fallSilent();
        Decision decision = peers.decide(KEY, Mode.ALWAYS, eager());
        var ended = ((Decision.Wait) decision).ended().toCompletableFuture();
        assertThat(ended).isNotDone();
        session.answer();
        assertThat(ended).isCompleted();
    }

    @Test
    void aCallThatMustStreamDoesNotWaitForASessionThatIsResumed() {
        StandingConversation session = new StandingConversation(HOUR, Reliability.RESUME);
        negotiate(KEY).agreed(session);
        session.fallSilent();
        assertThat(peers.decide(KEY, Mode.ALWAYS, eager())).isEqualTo(new Decision.Stream(session));
        assertSoap(auto(KEY), FallbackReason.PEER_SILENT);
    }

    @Test
    void aSessionOfASilentPeerThatTakesNoMoreCallsIsNegotiatedAnew() {
        StandingConversation session = serve(KEY, HOUR);
        pass(HOUR.dividedBy(2));
        session.fallSilent();
        session.goAway();
        negotiate(KEY);
    }

    @Test
    void aYoungSessionOfASilentPeerIsHeldOffByThatName() {
        StandingConversation session = serve(KEY, HOUR);
        session.fallSilent();
        session.goAway();
        assertHeldFor(Duration.ofSeconds(30), FallbackReason.PEER_SILENT);
    }

    @Test
    void sessionsOfDifferentUsersAreNeverShared() {
        SessionKey ann = keyOf(CredentialsIdentity.of("basic", "ann", "s1"));
        SessionKey bob = keyOf(CredentialsIdentity.of("basic", "bob", "s2"));
        StandingConversation sessionOfAnn = serve(ann, HOUR);

        assertThat(auto(ann)).isEqualTo(new Decision.Stream(sessionOfAnn));
        negotiate(bob);
    }

    @Test
    void theSessionEndsWithItsLastHold() {
        KnownPeers.Hold first = peers.hold(KEY);
        KnownPeers.Hold second = peers.hold(KEY);
        StandingConversation session = serve(KEY, HOUR);

        first.close();
        first.close();
        assertThat(session.drains()).isZero();
        second.close();
        assertThat(session.drains()).isOne();
        negotiate(KEY);
    }

    @Test
    void aSessionThatIsOpenedAfterItsLastHoldWasGivenUpIsNotKept() {
        KnownPeers.Hold hold = peers.hold(KEY);
        Probe probe = negotiate(KEY);
        hold.close();

        StandingConversation late = new StandingConversation(HOUR);
        probe.agreed(late);
        assertThat(late.drains()).isOne();
    }

    @Test
    void theNumberOfKeysIsBoundedAndIdleOnesGoFirst() {
        StandingConversation session = serve(KEY, HOUR);
        KnownPeers.Hold hold = peers.hold(KEY);
        for (int i = 0; i < 1_000; i++) {
            now.incrementAndGet();
            negotiate(key("http://host" + i + ".example/")).undecided(FallbackReason.UNDECIDED, "");
            assertThat(peers.known()).hasSizeLessThanOrEqualTo(16);
        }
        assertThat(auto(KEY)).isEqualTo(new Decision.Stream(session));
        hold.close();
    }

    @Test
    void whenAllKeysAreBusyTheLeastRecentlyUsedSessionIsDrained() {
        List<StandingConversation> sessions = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            now.incrementAndGet();
            sessions.add(serve(key("http://host" + i + ".example/"), HOUR));
        }
        assertThat(sessions.get(0).drains()).isOne();
        assertThat(sessions.get(16).drains()).isZero();
        assertThat(peers.known()).hasSizeLessThanOrEqualTo(16);
    }

    @Test
    void aReasonIsToldOnceUntilItChanges() {
        negotiate(KEY).undecided(FallbackReason.UNDECIDED, "");
        auto(KEY);
        auto(KEY);
        assertThat(news).containsExactly(FallbackReason.NEGOTIATING, FallbackReason.UNDECIDED);

        pass(Duration.ofSeconds(30));
        negotiate(KEY).undecided(FallbackReason.CONNECT_FAILED, "");
        auto(KEY);
        pass(Duration.ofSeconds(60));
        negotiate(KEY).undecided(FallbackReason.UNDECIDED, "");
        auto(KEY);
        assertThat(news).endsWith(FallbackReason.CONNECT_FAILED, FallbackReason.UNDECIDED);
        assertThat(news).hasSize(4);
    }

    @Test
    void aReasonOfSingleCallsIsToldOncePerAgreement() {
        StandingConversation session = serve(KEY, HOUR);
        news.clear();
        peers.fellBack(KEY, FallbackReason.LIMIT, "message of 80 MB");
        peers.fellBack(KEY, FallbackReason.LIMIT, "message of 81 MB");
        assertThat(news).containsExactly(FallbackReason.LIMIT);
        assertThat(peers.lastFallback(KEY))
                .contains(new KnownPeers.Fallback(KEY, FallbackReason.LIMIT, "message of 81 MB"));

        pass(HOUR);
        serve(KEY, HOUR);
        assertThat(session.drains()).isOne();
        assertThat(peers.lastFallback(KEY)).isEmpty();
        peers.fellBack(KEY, FallbackReason.LIMIT, "");
        assertThat(news).containsExactly(FallbackReason.LIMIT, FallbackReason.NEGOTIATING, FallbackReason.LIMIT);
        assertThat(peers.fallbackCounts()).containsEntry(FallbackReason.LIMIT, 3L);
    }

    @Test
    void aServiceThatAgreedAndRefusesLaterRaisesAnAlarmAndIsAskedAgainAfterItsTime() {
        serve(KEY, HOUR);
        pass(HOUR);
        negotiate(KEY).refused(new Refusal(FallbackReason.NOT_CAPABLE, "rolled back"));
        assertThat(peers.downgrades()).isOne();

        assertHeldFor(HOUR, FallbackReason.NOT_CAPABLE);
        serve(KEY, HOUR);
    }

    @Test
    void closingDrainsEverySessionAndForgets() {
        StandingConversation session = serve(KEY, HOUR);
        Probe pending = negotiate(key("http://b.example/"));
        peers.close();

        assertThat(session.drains()).isOne();
        assertThat(pending.ended().toCompletableFuture()).isCompleted();
        assertThat(peers.known()).isEmpty();
    }

    @Test
    void theStatusOfAKeySaysWhatIsKnown() {
        negotiate(KEY).refused(new Refusal(FallbackReason.FILTERS_BYPASSED, "servlet"));
        pass(Duration.ofMinutes(20));
        assertThat(peers.known())
                .containsExactly(new KnownPeers.Known(
                        KEY,
                        KnownPeers.State.HELD_OFF,
                        FallbackReason.FILTERS_BYPASSED,
                        "servlet",
                        Duration.ofMinutes(40),
                        null));
    }

    /** Expects the fallback until the last nanosecond, and not after it. */
    private void assertHeldFor(Duration time, FallbackReason reason) {
        assertSoap(auto(KEY), reason);
        pass(time.minusNanos(1));
        assertSoap(auto(KEY), reason);
        pass(Duration.ofNanos(1));
    }

    private static void assertSoap(Decision decision, FallbackReason reason) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Soap.class, soap -> assertThat(soap.reason()).isEqualTo(reason));
    }

    private StandingConversation serve(SessionKey key, Duration lifetime) {
        StandingConversation session = new StandingConversation(lifetime);
        negotiate(key).agreed(session);
        return session;
    }

    private Probe negotiate(SessionKey key) {
        Decision decision = auto(key);
        assertThat(decision).isInstanceOf(Decision.Negotiate.class);
        return ((Decision.Negotiate) decision).probe();
    }

    private Decision auto(SessionKey key) {
        return peers.decide(key, Mode.AUTO, eager());
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static SessionKey key(String address) {
        return SessionKey.of("bus", address, new QName("urn:x", "Port"), CredentialsIdentity.none(), "");
    }

    private static SessionKey keyOf(CredentialsIdentity credentials) {
        return SessionKey.of("bus", "http://a.example/service", new QName("urn:x", "Port"), credentials, "");
    }
}
