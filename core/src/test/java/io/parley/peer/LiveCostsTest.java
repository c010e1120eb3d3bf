package io.parley.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.Mode;
import io.parley.negotiation.SwitchPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests the break-even policy with live costs and an injected clock. */
class LiveCostsTest {
    private static final SessionKey KEY = SessionKey.of(
            "bus", "http://a.example/service", new QName("urn:x", "Port"), CredentialsIdentity.none(), "");
    private static final SwitchPolicy POLICY = SwitchPolicy.breakEven();

    private final AtomicLong now = new AtomicLong();
    private final KnownPeers peers = new KnownPeers(now::get, 16);

    /** Each call is expected to save two thirds of its time, and a negotiation to take as long as three calls. */
    @Test
    void aBurstOfCallsSwitchesWhenItsSavingExceedsTheOverhead() {
        for (int call = 0; call < 5; call++) {
            assertThat(decide()).as("call %d", call).isInstanceOf(Decision.Soap.class);
            took(false, 30);
        }

        assertThat(decide()).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void callsThatComeOneByOneNeverSwitch() {
        for (int call = 0; call < 100; call++) {
            assertThat(decide()).as("call %d", call).isInstanceOf(Decision.Soap.class);
            took(false, 30);
            now.addAndGet(LiveCosts.PAUSE.toNanos() + 1);
        }
    }

    @Test
    void whatTheStreamTookIsKnownTheNextTime() {
        Probe probe = negotiate();
        now.addAndGet(millis(10));
        StandingConversation session = new StandingConversation(Duration.ofMinutes(5));
        probe.agreed(session);
        took(true, 29);
        now.addAndGet(Duration.ofMinutes(6).toNanos());

        // Each call saves a millisecond, and the negotiation took ten.
        for (int call = 0; call < 11; call++) {
            assertThat(decide()).as("call %d", call).isInstanceOf(Decision.Soap.class);
            took(false, 30);
        }
        assertThat(decide()).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void aSessionThatIsLostInTheMidstOfABurstIsNegotiatedAnewAtOnce() {
        Probe probe = negotiate();
        probe.agreed(new StandingConversation(Duration.ofSeconds(50)));
        for (int call = 0; call < 10; call++) {
            took(true, 1);
        }
        now.addAndGet(Duration.ofSeconds(51).toNanos());

        assertThat(decide()).isInstanceOf(Decision.Negotiate.class);
    }

    @Test
    void aCallThatMustStreamDoesNotAskThePolicy() {
        assertThat(peers.decide(KEY, Mode.ALWAYS, POLICY)).isInstanceOf(Decision.Negotiate.class);
    }

    /** Makes calls until the policy negotiates. */
    private Probe negotiate() {
        Decision decision = decide();
        while (!(decision instanceof Decision.Negotiate)) {
            took(false, 30);
            decision = decide();
        }
        return ((Decision.Negotiate) decision).probe();
    }

    private Decision decide() {
        return peers.decide(KEY, Mode.AUTO, POLICY);
    }

    private void took(boolean streamed, long millis) {
        peers.answered(KEY, "sum", streamed, now.get() - millis(millis));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
