package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests in which order one-way messages are started and delivered; docs/protocol/framing.md, section 5. */
class OneWayOrderTest extends TwoSides {
    private static final int ROOM = 1_000_000;
    private static final int STALL_SECONDS = 10;
    private static final Limits LIMITS = Limits.defaults()
            .with(Limit.SESSION_BYTES, ROOM)
            .with(Limit.MESSAGE_BYTES, 300_000)
            .with(Limit.STALL_MILLIS, TimeUnit.SECONDS.toMillis(STALL_SECONDS));

    private static final int LONG = 290_000;

    OneWayOrderTest() {
        super(LIMITS);
    }

    @BeforeEach
    void order() {
        server.keepsOrder = true;
    }

    @Test
    void aShortMessageWaitsForALongOneThatBeganEarlier() {
        Stream first = begin();
        write(first, LONG, false);
        send(10);
        send(20);
        deliver();
        assertThat(lengths()).isEmpty();
        write(first, 5, true);
        deliver();
        assertThat(lengths()).containsExactly(LONG + 5L, 10L, 20L);
    }

    @Test
    void requestsWaitForNoMessage() {
        write(begin(), LONG, false);
        client.send(MessageKind.REQUEST, content(10));
        deliver();
        assertThat(lengths()).containsExactly(10L);
    }

    @Test
    void aMessageThatIsGivenUpHoldsUpNoOther() {
        Stream first = begin();
        write(first, LONG, false);
        send(10);
        deliver();
        client.session.exchange().abort(first, ErrorCode.CANCELLED, "given up");
        deliver();
        assertThat(lengths()).containsExactly(10L);
    }

    @Test
    void aMessageThatBringsNothingWhileOthersWaitIsGivenUp() {
        Stream first = begin();
        write(first, LONG, false);
        deliver();
        tick(2 * STALL_SECONDS);
        assertThat(client.failed()).as("nobody waits for it").isEmpty();
        send(10);
        deliver();
        tick(STALL_SECONDS / 2);
        tick(STALL_SECONDS / 2);
        assertThat(lengths()).isEmpty();
        tick(STALL_SECONDS);
        assertThat(lengths()).containsExactly(10L);
        assertThat(client.failed()).hasSize(1);
        assertThat(client.failed().get(0).why().code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    @Test
    void whatWaitsIsBoundedByTheMemoryOfTheSession() {
        write(begin(), LONG, false);
        deliver();
        for (int i = 0; i < ROOM / OneWayOrder.EACH_BYTES; i++) {
            send(1);
        }
        deliver();
        assertThat(server.reserved()).isLessThanOrEqualTo(ROOM);
        assertThat(server.over()).isFalse();
        assertThat(lengths()).isEmpty();
        end();
    }

    @Test
    void whatCameWholeIsHandedOnWhenTheSessionEnds() {
        write(begin(), LONG, false);
        send(10);
        deliver();
        server.session.onConnectionClosed(null);
        assertThat(lengths()).containsExactly(10L);
        client.session.onConnectionClosed(null);
    }

    @Test
    void whoReadsAMessageWhileItComesHasItsPlace() {
        server.arriving = (side, stream, content) -> true;
        write(begin(), LONG, false);
        send(10);
        deliver();
        assertThat(lengths()).containsExactly(10L);
        end();
    }

    @Test
    void aMessageBehindAnotherIsNotReadWhileItComes() {
        List<Stream> offered = new ArrayList<>();
        server.arriving = (side, stream, content) -> !offered.add(stream);
        write(begin(), LONG, false);
        send(200_000);
        deliver();
        assertThat(offered).hasSize(1);
        end();
    }

    @Test
    void aMessageThatWaitsForMemoryAtThePeerIsPassedByNone() {
        for (int i = 0; i < 4; i++) {
            send(LONG);
        }
        send(10);
        deliver();
        assertThat(lengths()).hasSize(3);
        server.received().get(0).content().close();
        server.session
                .exchange()
                .onRead(
                        server.received().get(0).stream(),
                        server.received().get(0).content());
        deliver();
        assertThat(lengths()).hasSize(5).endsWith((long) LONG, 10L);
    }

    private void end() {
        client.session.onConnectionClosed(null);
        server.session.onConnectionClosed(null);
    }

    private void tick(int seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
        server.session.onTick(now);
        deliver();
    }

    private Stream begin() {
        return client.session.exchange().begin(MessageKind.ONE_WAY);
    }

    private void write(Stream stream, int bytes, boolean last) {
        client.session.exchange().write(stream, content(bytes), last);
    }

    private void send(int bytes) {
        client.send(MessageKind.ONE_WAY, content(bytes));
    }

    private List<Long> lengths() {
        return server.received().stream()
                .map(message -> message.content().length())
                .toList();
    }
}
