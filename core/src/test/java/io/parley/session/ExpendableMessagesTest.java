package io.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.frame.ExpendableFrame;
import io.parley.frame.Framing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests messages that may be lost: operation 0 delivers each message, operation 1 only the latest. */
class ExpendableMessagesTest {
    private static final Framing FRAMING = new Framing(ByteBufAllocator.DEFAULT, false);

    private final Side client = Side.losing(true, Limits.defaults());
    private final Side server = Side.losing(false, Limits.defaults());

    @BeforeEach
    void open() {
        client.session.start();
        deliver();
        assertThat(server.opened()).isTrue();
    }

    @AfterEach
    void nothingIsReserved() {
        client.close();
        server.close();
        assertThat(server.reserved()).isZero();
    }

    @Test
    void eachIsADatagramBesideTheFrames() {
        assertThat(send(0, "one")).isTrue();
        assertThat(send(1, "two")).isTrue();

        assertThat(client.out).isEmpty();
        arrive(0, 1);
        assertThat(texts()).containsExactly("one", "two");
        assertThat(client.datagrams.counters.sentCount()).isEqualTo(2);
        assertThat(server.datagrams.counters.receivedCount()).isEqualTo(2);
        assertThat(server.received()).allMatch(message -> message.kind() == MessageKind.ONE_WAY);
        assertThat(server.received().get(1).content().expendable()).isOne();
    }

    @Test
    void oneThatIsLateIsTakenOrDroppedAsItsOperationSays() {
        for (String text : List.of("a1", "a2")) {
            send(0, text);
        }
        for (String text : List.of("b1", "b2")) {
            send(1, text);
        }

        arrive(1, 0, 3, 2);

        assertThat(texts()).containsExactly("a2", "a1", "b2");
        assertThat(server.datagrams.counters.lateCount()).isEqualTo(2);
    }

    @Test
    void anotherOperationMakesNoneLate() {
        send(1, "b");
        send(0, "a");

        arrive(1, 0);

        assertThat(texts()).containsExactly("a", "b");
        assertThat(server.datagrams.counters.lateCount()).isZero();
    }

    @Test
    void oneThatFitsNoDatagramStaysItsSenders() {
        client.datagrams.most = 40;
        ByteBuf content = Unpooled.buffer().writeZero(11);

        assertThat(client.session.exchange().expendables().trySend(0, content)).isFalse();
        assertThat(content.refCnt()).isOne();
        assertThat(client.session.exchange().expendables().trySend(0, content.skipBytes(1)))
                .isTrue();
        client.datagrams.most = 0;
        assertThat(send(0, "")).isFalse();
    }

    @Test
    void withoutAConnectionItIsDropped() {
        Side resumable = Side.resumable(true, Limits.defaults(), ByteBufAllocator.DEFAULT);
        Side other = Side.resumable(false, Limits.defaults(), ByteBufAllocator.DEFAULT);
        resumable.session.start();
        deliver(resumable, other);
        deliver(other, resumable);
        resumable.session.onConnectionClosed(new IOException("cut"));

        assertThat(resumable
                        .session
                        .exchange()
                        .expendables()
                        .trySend(0, Unpooled.buffer().writeZero(1)))
                .isTrue();
        assertThat(resumable.datagrams.sent).isEmpty();
        assertThat(resumable.datagrams.counters.droppedCount()).isOne();
        resumable.close();
        other.close();
    }

    @Test
    void withoutMemoryItIsDropped() {
        long left = Limit.SESSION_BYTES.initial();
        assertThat(server.session.exchange().receivingBudget().tryReserve(left)).isTrue();
        send(0, "one");

        arrive(0);

        assertThat(server.received()).isEmpty();
        assertThat(server.datagrams.counters.droppedCount()).isOne();
        server.session.exchange().receivingBudget().release(left);
    }

    @Test
    void oneThatComesBeforeTheSessionIsOpenIsDropped() {
        Side early = Side.losing(false, Limits.defaults());
        ByteBuf frame = ExpendableFrame.encode(FRAMING, 0, 1, Unpooled.buffer().writeZero(1));

        early.session.onDatagram(frame, 0);

        assertThat(early.session.isClosed()).isFalse();
        frame.release();
        early.close();
    }

    @Test
    void oneThatComesWhileTheSessionDrainsIsDropped() {
        send(0, "one");
        server.session.exchange().drain(ErrorCode.GOING_AWAY, "test");

        arrive(0);

        assertThat(server.received()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "65535, 1", "0, 0", "0, -1"})
    void anOperationOrNumberThatCannotBeEndsTheSession(int operation, long number) {
        ByteBuf frame = ExpendableFrame.encode(
                FRAMING, operation, number, Unpooled.buffer().writeZero(1));

        server.session.onDatagram(frame, 0);

        frame.release();
        assertThat(server.over()).isTrue();
        assertThat(server.why()).hasMessageContaining("datagram: expected one of 2 expendable operations");
        assertThat(server.why().code()).isEqualTo(ErrorCode.PROTOCOL);
    }

    @Test
    void oneAmongTheFramesEndsTheSession() {
        ByteBuf frame = ExpendableFrame.encode(FRAMING, 0, 1, Unpooled.buffer().writeZero(1));

        server.session.onFrame(frame, 0);

        assertThat(server.why()).hasMessageContaining("EXPENDABLE in datagrams alone");
    }

    @Test
    void anotherFrameInADatagramEndsTheSession() {
        client.session.exchange().ping(0);
        ByteBuf ping = client.out.remove();

        server.session.onDatagram(ping, 0);

        ping.release();
        assertThat(server.why()).hasMessageContaining("expected EXPENDABLE in a datagram, found PING");
    }

    private boolean send(int operation, String text) {
        ByteBuf content = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
        boolean sent = client.session.exchange().expendables().trySend(operation, content);
        if (!sent) {
            content.release();
        }
        return sent;
    }

    /** Delivers the datagrams with these numbers, in this order. */
    private void arrive(int... order) {
        for (int each : order) {
            server.session.onDatagram(client.datagrams.sent.get(each), 0);
        }
    }

    private List<String> texts() {
        return server.received().stream()
                .map(message -> message.content().inOneBuffer().toString(StandardCharsets.UTF_8))
                .toList();
    }

    private void deliver() {
        deliver(client, server);
        deliver(server, client);
    }

    private static void deliver(Side from, Side to) {
        for (ByteBuf frame = from.out.poll(); frame != null; frame = from.out.poll()) {
            to.session.onFrame(frame, 0);
        }
    }
}
