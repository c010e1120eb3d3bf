package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.declared;
import static io.parley.transport.stream.RawSocket.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Attacks of a client with a valid session that violates the rules for side streams, by raw bytes. */
class SideStreamAttackTest extends SessionAttack {
    private static final int AT_MOST = 0x04;
    private static final int SIDES = 0x08;
    private static final int SIDE = 0x40;
    private static final int MOST = (int) Limit.SIDES.initial();
    private static final int LENGTH = 100_000;
    private static final int MEBIBYTE = 1024 * 1024;

    @Test
    void sideStreamThatNobodyAnnounced() throws IOException {
        attack(Limits.defaults());
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN | SIDE | AT_MOST, 1, side(3, 0, 0));
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void moreSideStreamsAnnouncedThanAgreed() throws IOException {
        attack(Limits.defaults());
        announce(1, MOST + 1);
        assertEnds(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void sideStreamsThatAreAnnouncedAndNeverBegin() throws IOException {
        attack(Limits.defaults());
        announce(1, MOST);
        assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(1);
        announce(3, 1);
        assertEnds(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void sideStreamsThatNobodyAskedFor() throws IOException {
        attack(Limits.defaults());
        int stream = 1;
        for (int round = 0; round < 3; round++) {
            int message = stream;
            announce(message, MOST);
            assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(message);
            for (int number = 0; number < MOST; number++) {
                stream += 2;
                attacker.sendNext(
                        RawSocket.DATA, RawSocket.BEGIN | SIDE | AT_MOST, stream, side(message, number, LENGTH));
                assertAborted(stream, ErrorCode.CANCELLED);
            }
            stream += 2;
        }
        target.awaitHandled(3);
        assertOthersLiveOn(stream);
    }

    @Test
    void sideStreamThatIsLongerThanTheMemoryOfItsReader() throws Exception {
        Limits limits =
                Limits.defaults().with(Limit.MESSAGE_BYTES, MEBIBYTE).with(Limit.SESSION_BYTES, 3L * MEBIBYTE / 2);
        target = new Target(CONTRACT, limits);
        AtomicLong mostReserved = new AtomicLong();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        byte[] token = target.token(message -> {
            InputStream beside = message.source().sides().take(0, "test");
            try {
                beside.readNBytes(Integer.MAX_VALUE);
                failure.completeExceptionally(new AssertionError("expected too little memory"));
            } catch (IOException e) {
                mostReserved.set(target.reserved());
                failure.complete(e.getCause());
            }
            message.close();
        });
        attacker = target.raw().opened(token, target.digest());
        announce(1, 1);
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN | SIDE | AT_MOST, 3, side(1, 0, 0));
        for (int sent = 0; sent < MEBIBYTE / 2; sent += MEBIBYTE / 16) {
            attacker.sendNext(RawSocket.DATA, 0, 3, new byte[MEBIBYTE / 16]);
        }
        assertThat(failure.get(60, TimeUnit.SECONDS))
                .hasMessageStartingWith("BUDGET: ")
                .hasMessageContaining(Limit.SESSION_BYTES.setting());
        assertThat(mostReserved).hasValueLessThanOrEqualTo(limits.get(Limit.SESSION_BYTES));
        assertAborted(3, ErrorCode.BUDGET);
        await().untilAsserted(() -> assertThat(target.reserved()).isZero());
    }

    private void announce(int stream, int count) throws IOException {
        byte[] content = target.content("echo", "with something beside it");
        byte[] counted = joined(ByteBuffer.allocate(2).putShort((short) count).array(), content);
        attacker.sendNext(
                RawSocket.DATA, RawSocket.BEGIN | RawSocket.END | SIDES, stream, declared(content.length, counted));
    }

    private static byte[] side(int message, int number, int length) {
        return ByteBuffer.allocate(14 + length)
                .putLong(1_000_000)
                .putInt(message)
                .putShort((short) number)
                .array();
    }
}
