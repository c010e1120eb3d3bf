package io.parley.peer;

import static io.parley.negotiation.SwitchPolicy.eager;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.SwitchPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests session keys with credentials that are new to a running client. */
class NewIdentitiesTest {
    private static final String HERE = "http://a.example/service";
    private static final String THERE = "http://b.example/service";

    private final KnownPeers peers = new KnownPeers(new AtomicLong()::get, 16);
    private final List<FallbackReason> news = new ArrayList<>();

    NewIdentitiesTest() {
        peers.addListener(fallback -> news.add(fallback.reason()));
    }

    private static SessionKey as(String token, String address) {
        return SessionKey.of(
                "bus",
                address,
                new QName("urn:x", "port"),
                CredentialsIdentity.ofHeaders(Map.of("authorization", List.of(token))),
                SessionKey.NO_TLS);
    }

    private static SessionKey as(String token) {
        return as(token, HERE);
    }

    private void begin(SessionKey key) {
        assertThat(admits(key, true)).isTrue();
        assertThat(peers.decide(key, Mode.AUTO, eager())).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void theFirstKeyOfAClientIsAdmittedAtOnceAndAnotherWhenItComesAgain() {
        begin(as("alice"));

        assertThat(admits(as("bob"), false)).isFalse();
        assertThat(admits(as("carol"), false)).isFalse();
        assertThat(admits(as("bob"), false)).isTrue();
        assertThat(peers.fallbackCounts()).containsEntry(FallbackReason.NEW_IDENTITY, 2L);
    }

    @Test
    void aKeyThatIsKnownIsAdmittedForEveryClient() {
        begin(as("alice"));

        assertThat(admits(as("alice"), false)).isTrue();
        assertThat(admits(as("alice"), true)).isTrue();
    }

    @Test
    void keysThatNeverComeBackAreNeitherKnownNorInTheWayOfOthers() {
        SessionKey alice = as("alice");
        assertThat(admits(alice, true)).isTrue();
        StandingConversation session = new StandingConversation(Duration.ofHours(1));
        if (peers.decide(alice, Mode.AUTO, eager()) instanceof Decision.Negotiate negotiate) {
            negotiate.probe().agreed(session);
        }

        for (int i = 0; i < 100_000; i++) {
            assertThat(admits(as("token " + i), false)).isFalse();
        }

        assertThat(peers.known()).extracting(KnownPeers.Known::key).containsExactly(alice);
        assertThat(peers.decide(alice, Mode.AUTO, eager())).isEqualTo(new Decision.Stream(session));
    }

    @Test
    void aKeyComesBackInTimeAmongAThousandThatDoNot() {
        begin(as("alice"));
        for (int i = 0; i < 100; i++) {
            admits(as("user " + i), false);
        }
        for (int i = 0; i < 1_000; i++) {
            admits(as("token " + i), false);
        }

        long back = 0;
        for (int i = 0; i < 100; i++) {
            back += admits(as("user " + i), false) ? 1 : 0;
        }
        assertThat(back).isGreaterThan(70);
    }

    /** Clients that are created for one call each, with their own tokens. */
    @Test
    void firstKeysOfClientsAreAdmittedAtOnceWhileSomeComeBack() {
        for (int i = 0; i < NewIdentities.UNPROVEN; i++) {
            begin(as("token " + i));
        }
        assertThat(admits(as("one more"), true)).isFalse();
        assertThat(admits(as("one more", THERE), true)).as("at another address").isTrue();

        peers.cameBack(as("token 0"));
        assertThat(admits(as("one after"), true)).isTrue();
        assertThat(admits(as("another"), true)).isFalse();
        assertThat(admits(as("another"), true)).as("its second call").isTrue();
    }

    @Test
    void theCallThatWasNotDecidedCountsForPolicies() {
        begin(as("alice"));
        SwitchPolicy policy = SwitchPolicy.afterCalls(2);

        assertThat(admits(as("bob"), false)).isFalse();
        assertThat(admits(as("bob"), false)).isTrue();
        assertThat(peers.decide(as("bob"), Mode.AUTO, policy)).isInstanceOf(Decision.Soap.class);
        assertThat(peers.decide(as("bob"), Mode.AUTO, policy)).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void newIdentitiesAreToldOfOnceForEachAddress() {
        begin(as("alice"));
        news.clear();
        for (int i = 0; i < 10; i++) {
            admits(as("token " + i), false);
            admits(as("token " + i, THERE), false);
        }

        assertThat(news).containsExactly(FallbackReason.NEW_IDENTITY, FallbackReason.NEW_IDENTITY);
    }

    private boolean admits(SessionKey key, boolean isFirst) {
        return peers.admits(key, key, isFirst);
    }
}
