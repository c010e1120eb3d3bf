package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which of the connections that are not accepted yet are served, which wait and which are closed. */
class NewcomersTest {
    private static final Duration OPEN = Duration.ofMillis(Limit.OPEN_MILLIS.initial());

    private final Queue<Runnable> looks = new ArrayDeque<>();
    private final List<One> all = new ArrayList<>();
    private long now;

    @Test
    void whoIsOneTooManyWaitsUntilAnotherIsAccepted() throws Exception {
        Newcomers newcomers = newcomers(2, 100);
        One first = comes(newcomers, "10.0.0.1");
        comes(newcomers, "10.0.0.1");
        One third = comes(newcomers, "10.0.0.1");
        One fourth = comes(newcomers, "10.0.0.1");
        assertThat(third.begun).isFalse();

        newcomers.remove(first);
        assertThat(third.begun).isTrue();
        assertThat(fourth.begun).isFalse();
        assertThat(all).allMatch(one -> one.why == null);
    }

    @Test
    void anotherAddressDoesNotWait() throws Exception {
        Newcomers newcomers = newcomers(1, 100);
        comes(newcomers, "10.0.0.1");
        comes(newcomers, "10.0.0.1");
        assertThat(comes(newcomers, "10.0.0.2").begun).isTrue();
        assertThat(comes(newcomers, "2001:db8::1").begun).isTrue();
        assertThat(comes(newcomers, "2001:db8::ffff").begun)
                .as("the same network")
                .isFalse();
    }

    @Test
    void addressesTakeTurnsWhereAllTogetherAreTooMany() throws Exception {
        Newcomers newcomers = newcomers(10, 2);
        One first = comes(newcomers, "10.0.0.1");
        One second = comes(newcomers, "10.0.0.1");
        One third = comes(newcomers, "10.0.0.1");
        One fourth = comes(newcomers, "10.0.0.1");
        One other = comes(newcomers, "10.0.0.2");
        newcomers.remove(first);
        assertThat(third.begun).isTrue();
        newcomers.remove(second);
        assertThat(other.begun).isTrue();
        assertThat(fourth.begun).isFalse();
    }

    @Test
    void whoIsServedHasAllItsTimeWhileNobodyWaits() throws Exception {
        Newcomers newcomers = newcomers(1, 100);
        One silent = comes(newcomers, "10.0.0.1");
        pass(OPEN.multipliedBy(10));
        assertThat(silent.why).isNull();
        assertThat(looks).isEmpty();
    }

    /** Silent connections occupy all places, and up to a thousand more wait ahead of an honest one. */
    @ParameterizedTest(name = "{0} of {1} at a time, behind {2}")
    @CsvSource({"1, 256, 90", "4, 256, 390", "64, 256, 1000", "64, 64, 1000", "2000, 256, 1000"})
    void silentConnectionsKeepNobodyOutForLongerThanTheTimeToOpen(int ofAddress, int inAll, int before)
            throws Exception {
        Newcomers newcomers = newcomers(ofAddress, inAll);
        for (int i = 0; i < ofAddress + before && i < inAll + before; i++) {
            comes(newcomers, "10.0.0.1");
        }
        One honest = comes(newcomers, "10.0.0.1");
        Duration waited = Duration.ZERO;
        while (!honest.begun && honest.why == null) {
            pass(Newcomers.LOOK);
            waited = waited.plus(Newcomers.LOOK);
        }
        assertThat(honest.begun).isTrue();
        assertThat(waited).isLessThan(OPEN);
    }

    @Test
    void whoComesBehindSilentConnectionsOfSomeAgeIsServedAtOnce() throws Exception {
        Newcomers newcomers = newcomers(2, 100);
        One silent = comes(newcomers, "10.0.0.1");
        comes(newcomers, "10.0.0.1");
        pass(OPEN.dividedBy(5));
        One honest = comes(newcomers, "10.0.0.1");
        pass(Newcomers.LOOK.multipliedBy(2));
        assertThat(honest.begun).isTrue();
        assertThat(silent.why).hasMessageContaining(Limit.PENDING_PER_ADDRESS.setting());
    }

    @Test
    void aCrowdThatOpensSlowlyIsLetInToTheLast() throws Exception {
        Newcomers newcomers = newcomers(4, 100);
        for (int i = 0; i < 400; i++) {
            comes(newcomers, "10.0.0.1").silent = false;
        }
        for (int i = 0; i < 400; i += 4) {
            pass(Duration.ofMillis(40));
            for (One one : all.subList(i, i + 4)) {
                assertThat(one.begun).isTrue();
                newcomers.remove(one);
            }
        }
        assertThat(all).allMatch(one -> one.why == null);
    }

    @Test
    void whoBringsSomethingAndDoesNotOpenGoesOnceOthersWaitedForLong() throws Exception {
        Newcomers newcomers = newcomers(1, 100);
        One dripping = comes(newcomers, "10.0.0.1");
        dripping.silent = false;
        One honest = comes(newcomers, "10.0.0.1");
        pass(OPEN.dividedBy(2).minus(Newcomers.LOOK));
        assertThat(dripping.why).isNull();
        pass(Newcomers.LOOK.multipliedBy(3));
        assertThat(dripping.why).isNotNull();
        assertThat(honest.begun).isTrue();
    }

    @Test
    void whoIsNotServedInTimeIsClosed() throws Exception {
        Newcomers newcomers = newcomers(1, 100);
        One deaf = comes(newcomers, "10.0.0.1");
        deaf.staysWhenEnded = true;
        One waiting = comes(newcomers, "10.0.0.1");
        pass(OPEN);
        assertThat(waiting.why).hasMessageContaining(Limit.OPEN_MILLIS.setting());
        assertThat(newcomers.size()).isEqualTo(1);
    }

    @Test
    void whoHoldsManyConnectionsLosesThoseOfItsOwnThatWait() throws Exception {
        Newcomers newcomers = newcomers(1, 2);
        One honest = comes(newcomers, "10.0.0.2");
        for (int i = 0; i < 5_000; i++) {
            comes(newcomers, "10.0.0.1");
        }
        One alsoHonest = comes(newcomers, "10.0.0.2");
        assertThat(newcomers.size()).isLessThan(200);
        assertThat(honest.why).isNull();
        assertThat(alsoHonest.why).isNull();
    }

    @Test
    void theEndOfTheListenerEndsThoseThatWaitAndNoOthers() throws Exception {
        Newcomers newcomers = newcomers(1, 100);
        One served = comes(newcomers, "10.0.0.1");
        One waiting = comes(newcomers, "10.0.0.1");
        newcomers.close();
        assertThat(served.why).isNull();
        assertThat(waiting.why).hasMessageContaining("the listener is closed");
        assertThat(comes(newcomers, "10.0.0.3").why).isNotNull();
        newcomers.remove(served);
        assertThat(newcomers.size()).isZero();
    }

    private Newcomers newcomers(int ofAddress, int inAll) {
        Limits limits =
                Limits.defaults().with(Limit.PENDING_PER_ADDRESS, ofAddress).with(Limit.PENDING_CONNECTIONS, inAll);
        return new Newcomers(limits, () -> now, looks::add);
    }

    private One comes(Newcomers newcomers, String from) throws UnknownHostException {
        One one = new One(newcomers);
        all.add(one);
        newcomers.add(one, InetAddress.getByName(from));
        return one;
    }

    private void pass(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= Newcomers.LOOK.toNanos()) {
            now += Newcomers.LOOK.toNanos();
            for (int due = looks.size(); due > 0; due--) {
                looks.remove().run();
            }
        }
    }

    private static final class One implements Newcomers.Newcomer {
        private final Newcomers among;
        boolean begun;
        boolean silent = true;
        boolean staysWhenEnded;

        @Nullable
        ParleyException why;

        One(Newcomers among) {
            this.among = among;
        }

        @Override
        public void begin() {
            assertThat(begun).isFalse();
            begun = true;
        }

        @Override
        public boolean isSilent() {
            return silent;
        }

        @Override
        public void end(ParleyException reason) {
            assertThat(why).isNull();
            why = reason;
            if (!staysWhenEnded) {
                among.remove(this);
            }
        }
    }
}
