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
class PendingConnectionsTest {
    private static final Duration OPEN = Duration.ofMillis(Limit.OPEN_MILLIS.initial());

    private final Queue<Runnable> looks = new ArrayDeque<>();
    private final List<One> all = new ArrayList<>();
    private long now;

    @Test
    void whoIsOneTooManyWaitsUntilAnotherIsAccepted() throws Exception {
        PendingConnections pendingConnections = pendingConnections(2, 100);
        One first = comes(pendingConnections, "10.0.0.1");
        comes(pendingConnections, "10.0.0.1");
        One third = comes(pendingConnections, "10.0.0.1");
        One fourth = comes(pendingConnections, "10.0.0.1");
        assertThat(third.begun).isFalse();

        pendingConnections.remove(first);
        assertThat(third.begun).isTrue();
        assertThat(fourth.begun).isFalse();
        assertThat(all).allMatch(one -> one.why == null);
    }

    @Test
    void anotherAddressDoesNotWait() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 100);
        comes(pendingConnections, "10.0.0.1");
        comes(pendingConnections, "10.0.0.1");
        assertThat(comes(pendingConnections, "10.0.0.2").begun).isTrue();
        assertThat(comes(pendingConnections, "2001:db8::1").begun).isTrue();
        assertThat(comes(pendingConnections, "2001:db8::ffff").begun)
                .as("the same network")
                .isFalse();
    }

    @Test
    void addressesTakeTurnsWhereAllTogetherAreTooMany() throws Exception {
        PendingConnections pendingConnections = pendingConnections(10, 2);
        One first = comes(pendingConnections, "10.0.0.1");
        One second = comes(pendingConnections, "10.0.0.1");
        One third = comes(pendingConnections, "10.0.0.1");
        One fourth = comes(pendingConnections, "10.0.0.1");
        One other = comes(pendingConnections, "10.0.0.2");
        pendingConnections.remove(first);
        assertThat(third.begun).isTrue();
        pendingConnections.remove(second);
        assertThat(other.begun).isTrue();
        assertThat(fourth.begun).isFalse();
    }

    @Test
    void whoIsServedHasAllItsTimeWhileNobodyWaits() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 100);
        One silent = comes(pendingConnections, "10.0.0.1");
        pass(OPEN.multipliedBy(10));
        assertThat(silent.why).isNull();
        assertThat(looks).isEmpty();
    }

    /** Silent connections occupy all places, and up to a thousand more wait ahead of an honest one. */
    @ParameterizedTest(name = "{0} of {1} at a time, behind {2}")
    @CsvSource({"1, 256, 90", "4, 256, 390", "64, 256, 1000", "64, 64, 1000", "2000, 256, 1000"})
    void silentConnectionsKeepNobodyOutForLongerThanTheTimeToOpen(int ofAddress, int inAll, int before)
            throws Exception {
        PendingConnections pendingConnections = pendingConnections(ofAddress, inAll);
        for (int i = 0; i < ofAddress + before && i < inAll + before; i++) {
            comes(pendingConnections, "10.0.0.1");
        }
        One honest = comes(pendingConnections, "10.0.0.1");
        Duration waited = Duration.ZERO;
        while (!honest.begun && honest.why == null) {
            pass(PendingConnections.CHECK_INTERVAL);
            waited = waited.plus(PendingConnections.CHECK_INTERVAL);
        }
        assertThat(honest.begun).isTrue();
        assertThat(waited).isLessThan(OPEN);
    }

    @Test
    void whoComesBehindSilentConnectionsOfSomeAgeIsServedAtOnce() throws Exception {
        PendingConnections pendingConnections = pendingConnections(2, 100);
        One silent = comes(pendingConnections, "10.0.0.1");
        comes(pendingConnections, "10.0.0.1");
        pass(OPEN.dividedBy(5));
        One honest = comes(pendingConnections, "10.0.0.1");
        pass(PendingConnections.CHECK_INTERVAL.multipliedBy(2));
        assertThat(honest.begun).isTrue();
        assertThat(silent.why).hasMessageContaining(Limit.PENDING_PER_ADDRESS.setting());
    }

    @Test
    void aCrowdThatOpensSlowlyIsLetInToTheLast() throws Exception {
        PendingConnections pendingConnections = pendingConnections(4, 100);
        for (int i = 0; i < 400; i++) {
            comes(pendingConnections, "10.0.0.1").silent = false;
        }
        for (int i = 0; i < 400; i += 4) {
            pass(Duration.ofMillis(40));
            for (One one : all.subList(i, i + 4)) {
                assertThat(one.begun).isTrue();
                pendingConnections.remove(one);
            }
        }
        assertThat(all).allMatch(one -> one.why == null);
    }

    @Test
    void whoBringsSomethingAndDoesNotOpenGoesOnceOthersWaitedForLong() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 100);
        One dripping = comes(pendingConnections, "10.0.0.1");
        dripping.silent = false;
        One honest = comes(pendingConnections, "10.0.0.1");
        pass(OPEN.dividedBy(2).minus(PendingConnections.CHECK_INTERVAL));
        assertThat(dripping.why).isNull();
        pass(PendingConnections.CHECK_INTERVAL.multipliedBy(3));
        assertThat(dripping.why).isNotNull();
        assertThat(honest.begun).isTrue();
    }

    @Test
    void whoIsNotServedInTimeIsClosed() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 100);
        One deaf = comes(pendingConnections, "10.0.0.1");
        deaf.staysWhenEnded = true;
        One waiting = comes(pendingConnections, "10.0.0.1");
        pass(OPEN);
        assertThat(waiting.why).hasMessageContaining(Limit.OPEN_MILLIS.setting());
        assertThat(pendingConnections.size()).isEqualTo(1);
    }

    @Test
    void whoHoldsManyConnectionsLosesThoseOfItsOwnThatWait() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 2);
        One honest = comes(pendingConnections, "10.0.0.2");
        for (int i = 0; i < 5_000; i++) {
            comes(pendingConnections, "10.0.0.1");
        }
        One alsoHonest = comes(pendingConnections, "10.0.0.2");
        assertThat(pendingConnections.size()).isLessThan(200);
        assertThat(honest.why).isNull();
        assertThat(alsoHonest.why).isNull();
    }

    @Test
    void theEndOfTheListenerEndsThoseThatWaitAndNoOthers() throws Exception {
        PendingConnections pendingConnections = pendingConnections(1, 100);
        One served = comes(pendingConnections, "10.0.0.1");
        One waiting = comes(pendingConnections, "10.0.0.1");
        pendingConnections.close();
        assertThat(served.why).isNull();
        assertThat(waiting.why).hasMessageContaining("the listener is closed");
        assertThat(comes(pendingConnections, "10.0.0.3").why).isNotNull();
        pendingConnections.remove(served);
        assertThat(pendingConnections.size()).isZero();
    }

    private PendingConnections pendingConnections(int ofAddress, int inAll) {
        Limits limits =
                Limits.defaults().with(Limit.PENDING_PER_ADDRESS, ofAddress).with(Limit.PENDING_CONNECTIONS, inAll);
        return new PendingConnections(limits, () -> now, looks::add);
    }

    private One comes(PendingConnections pendingConnections, String from) throws UnknownHostException {
        One one = new One(pendingConnections);
        all.add(one);
        pendingConnections.add(one, InetAddress.getByName(from));
        return one;
    }

    private void pass(Duration time) {
        for (long left = time.toNanos(); left > 0; left -= PendingConnections.CHECK_INTERVAL.toNanos()) {
            now += PendingConnections.CHECK_INTERVAL.toNanos();
            for (int due = looks.size(); due > 0; due--) {
                looks.remove().run();
            }
        }
    }

    private static final class One implements PendingConnections.Candidate {
        private final PendingConnections among;
        boolean begun;
        boolean silent = true;
        boolean staysWhenEnded;

        @Nullable
        ParleyException why;

        One(PendingConnections among) {
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
