package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which unused tokens stay valid while others are issued. */
class TokensTest {
    private static final Agreement AGREEMENT =
            Agreement.byApi("xml", "local", List.of(new HostPort("local", 1)), Limits.defaults(), "no parts");
    private static final int SESSIONS = 256;

    private final StandingTime timers = new StandingTime();
    private final Tokens tokens = new Tokens(timers, SESSIONS);
    private final Object scope = new Object();

    @Test
    void whoAsksForTokensWithoutUsingThemTakesNoneFromOthers() {
        byte[] modest = issue("modest");
        for (int greedy = 0; greedy < 2 * Tokens.MOST_UNUSED; greedy++) {
            issue("greedy");
        }
        assertThat(tokens.use(modest, scope).principal()).isEqualTo("modest");
    }

    @Test
    void aPrincipalBeyondItsShareGivesUpItsOwnOldest() {
        List<byte[]> own = new ArrayList<>();
        for (int i = 0; i <= Tokens.SHARE_OF_SESSIONS * SESSIONS; i++) {
            own.add(issue("one"));
        }
        assertThatThrownBy(() -> tokens.use(own.get(0), scope)).isInstanceOf(ParleyException.class);
        assertThat(tokens.use(own.get(1), scope)).isNotNull();
    }

    @Test
    void whenAllAreTakenWhoHasTheMostGivesUpOne() {
        byte[] modest = issue("modest");
        for (int i = 0; i < 2 * Tokens.MOST_UNUSED; i++) {
            issue("one of a hundred, " + i % 100);
        }
        assertThat(tokens.use(modest, scope).principal()).isEqualTo("modest");
    }

    private byte[] issue(String principal) {
        return tokens.issue(new TokenGrant(AGREEMENT, principal, null, message -> {}, timers.nanoTime(), scope));
    }

    /** Timers with a fixed time, which fail if a task is scheduled. */
    private static final class StandingTime implements Timers {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public Timer schedule(Runnable what, Duration delay) {
            throw new AssertionError("expected nobody to wait");
        }
    }
}
