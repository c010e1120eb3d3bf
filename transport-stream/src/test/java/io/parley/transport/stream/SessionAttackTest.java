package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.declared;
import static io.parley.transport.stream.RawSocket.frame;
import static io.parley.transport.stream.RawSocket.joined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Attacks of a client with a valid session that violates the rules for frames (threat model, rows 3, 9, 10 and 18). */
class SessionAttackTest extends SessionAttack {
    private static final Limits CALM = Limits.defaults().with(Limit.CONTROL_RATE, 1000);
    private static final int MEBIBYTE = 1024 * 1024;
    private static final byte[] NOTHING = {};

    @Test
    void lengthOfTwoGigabytes() throws IOException {
        attack(Limits.defaults());
        long before = target.used();
        attacker.send(ByteBuffer.allocate(20).putInt(Integer.MAX_VALUE).array());
        assertEnds(ErrorCode.MALFORMED_FRAME);
        assertThat(target.used() - before).isLessThan(MEBIBYTE);
    }

    @Test
    void unknownFrameType() throws IOException {
        attack(Limits.defaults());
        attacker.send(frame(99, 0, 0, 0, new byte[8]));
        assertEnds(ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void flagThatNobodyDefined() throws IOException {
        attack(Limits.defaults());
        attacker.send(frame(RawSocket.PING, 0x40, 0, 0, new byte[8]));
        assertEnds(ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void replayedFrame() throws IOException {
        attack(Limits.defaults());
        byte[] content = target.content("echo", "once");
        byte[] request =
                frame(RawSocket.DATA, RawSocket.BEGIN | RawSocket.END, 1, 1, declared(content.length, content));
        attacker.send(request, request);
        assertEnds(ErrorCode.PROTOCOL);
        target.awaitHandled(1);
    }

    @Test
    void sequenceNumberThatSkipsOne() throws IOException {
        attack(Limits.defaults());
        attacker.send(frame(RawSocket.CREDIT, 0, 2, 0, new byte[] {0, 0, 0, 1}));
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void headerThatWasChangedOnItsWay() throws IOException {
        attack(Limits.defaults());
        byte[] changed = frame(RawSocket.PING, 0, 0, 0, new byte[8]);
        changed[16] ^= 1;
        attacker.send(changed);
        assertEnds(ErrorCode.MALFORMED_FRAME);
    }

    @Test
    void payloadThatWasChangedOnItsWay() throws IOException {
        target = new Target(CONTRACT, Limits.defaults());
        byte[] token = target.token();
        attacker = target.raw().withPayloadChecksums().opened(token, target.digest());
        attacker.send(frame(RawSocket.PING, 0, 0, 0, new byte[12]));
        assertEnds(ErrorCode.CHECKSUM);
    }

    @Test
    void fragmentBeforeItsMessageBegan() throws IOException {
        attack(Limits.defaults());
        attacker.sendNext(RawSocket.DATA, RawSocket.END, 1, new byte[40]);
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void fragmentsOutOfOrder() throws IOException {
        attack(Limits.defaults());
        byte[] content = target.content("echo", "first and last");
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 1, declared(content.length, NOTHING));
        attacker.sendNext(RawSocket.DATA, RawSocket.END, 1, content);
        assertThat(attacker.next(RawSocket.DATA).stream()).isEqualTo(1);
        attacker.sendNext(RawSocket.DATA, 0, 3, content);
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 3, declared(content.length, NOTHING));
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void messageThatBeginsTwice() throws IOException {
        attack(Limits.defaults());
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 1, declared(100, new byte[10]));
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 1, declared(100, new byte[10]));
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void streamIdThatGoesBack() throws IOException {
        attack(Limits.defaults());
        attacker.request(5, target.content("echo", "five"));
        attacker.request(3, target.content("echo", "three"));
        assertEnds(ErrorCode.PROTOCOL);
    }

    @Test
    void moreContentThanDeclared() throws IOException {
        attack(Limits.defaults());
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN | RawSocket.END, 1, declared(10, new byte[1000]));
        assertAborted(1, ErrorCode.MALFORMED_MESSAGE);
        assertOthersLiveOn(3);
    }

    @Test
    void lessContentThanDeclared() throws IOException {
        attack(Limits.defaults());
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN | RawSocket.END, 1, declared(10 * MEBIBYTE, new byte[10]));
        assertAborted(1, ErrorCode.MALFORMED_MESSAGE);
        assertThat(target.reserved()).isZero();
        assertOthersLiveOn(3);
    }

    @Test
    void totalAboveTheMessageLimit() throws IOException {
        attack(Limits.defaults());
        for (long total : new long[] {Limits.defaults().get(Limit.MESSAGE_BYTES) + 1, Long.MAX_VALUE, -1}) {
            attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, attacker.nextStream(), declared(total, new byte[10]));
            assertAborted(attacker.lastStream(), ErrorCode.LIMIT);
        }
        assertThat(target.reserved()).isZero();
        assertOthersLiveOn(attacker.nextStream());
    }

    @Test
    void totalsBeyondTheBudget() throws IOException {
        attack(Limits.defaults());
        long message = Limits.defaults().get(Limit.MESSAGE_BYTES);
        long budget = Limits.defaults().get(Limit.SESSION_BYTES);
        long before = target.used();
        for (long promised = 0; promised + message <= budget; promised += message) {
            attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, attacker.nextStream(), declared(message, new byte[600]));
        }
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, attacker.nextStream(), declared(message, new byte[600]));
        assertAborted(attacker.lastStream(), ErrorCode.BUDGET);
        assertThat(target.reserved()).isEqualTo(budget);
        assertThat(target.used() - before).as("memory taken for promises").isLessThan(MEBIBYTE);

        attacker.sendNext(RawSocket.ABORT, 0, 1, new byte[] {(byte) ErrorCode.CANCELLED.number()});
        assertOthersLiveOn(attacker.nextStream());
    }

    @Test
    void streamCreditOverrun() throws IOException {
        attack(Limits.defaults().with(Limit.STREAM_CREDIT, 64 * 1024));
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN | RawSocket.END, 1, declared(100_000, new byte[100_000]));
        assertEnds(ErrorCode.FLOW_CONTROL);
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void sessionCreditOverrun() throws IOException {
        attack(Limits.defaults().with(Limit.SESSION_CREDIT, 64 * 1024).with(Limit.STREAM_CREDIT, 64 * 1024));
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 1, declared(100_000, new byte[30_000]));
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 3, declared(100_000, new byte[70_000]));
        assertEnds(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void moreStreamsThanAgreed() throws IOException {
        attack(Limits.defaults().with(Limit.STREAMS, 5));
        for (int i = 0; i < 6; i++) {
            attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, attacker.nextStream(), declared(100, NOTHING));
        }
        assertEnds(ErrorCode.FLOW_CONTROL);
    }

    @Test
    void pingFlood() throws IOException {
        attack(CALM);
        flood(() -> frame(RawSocket.PING, 0, 0, 0, new byte[8]));
        assertEnds(ErrorCode.ENHANCE_CALM);
    }

    @Test
    void creditFlood() throws IOException {
        attack(CALM);
        flood(() -> attacker.nextFrame(RawSocket.CREDIT, 0, 0, new byte[] {0, 0, 0, 1}));
        assertEnds(ErrorCode.ENHANCE_CALM);
    }

    @Test
    void rapidReset() throws IOException {
        attack(CALM);
        byte[] content = target.content("echo", "never mind");
        flood(() -> {
            byte[] request = attacker.nextRequest(attacker.nextStream(), content);
            byte[] reset = {(byte) ErrorCode.CANCELLED.number()};
            return joined(request, attacker.nextFrame(RawSocket.ABORT, 0, attacker.lastStream(), reset));
        });
        assertEnds(ErrorCode.ENHANCE_CALM);
    }

    @Test
    void floodOfMessagesWithoutContent() throws IOException {
        attack(CALM);
        flood(() -> attacker.nextRequest(attacker.nextStream(), NOTHING));
        assertEnds(ErrorCode.ENHANCE_CALM);
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void bufferForEveryByte() throws IOException {
        attack(CALM);
        long bytes = CALM.get(Limit.CONTROL_RATE) + 1;
        attacker.sendNext(RawSocket.DATA, RawSocket.BEGIN, 1, declared(bytes + 1, NOTHING));
        flood(() -> attacker.nextFrame(RawSocket.DATA, 0, 1, new byte[1]));
        attacker.send(frame(RawSocket.PING, 0, 0, 0, new byte[8])).next(RawSocket.PONG);
        assertThat(target.used()).as("bytes held for " + bytes).isLessThan(64 * 1024);
        assertOthersLiveOn(3);
    }

    @Test
    void oneByteASecondWithinAFrame() throws IOException {
        target = new Target(Loopback.onStoppedClock(Transport.nio()), CONTRACT, Limits.defaults());
        attacker = target.opened();
        assertOthersLiveOn(1);
        byte[] slow = frame(RawSocket.DATA, RawSocket.BEGIN, 2, 3, declared(200, new byte[200]));
        for (int second = 0; second < 40; second++) {
            attacker.send(new byte[] {slow[second]});
            target.loopback.advance(Duration.ofSeconds(1));
        }
        // On a busy machine the bytes may arrive after that.
        await().atMost(Loopback.PATIENCE).until(() -> {
            target.loopback.advance(Duration.ofSeconds(1));
            return target.sessions() == 0;
        });
        assertEnds(ErrorCode.TOO_SLOW);
    }

    /** Sends one more control frame than a session may send within a second, while the clock is stopped. */
    private void flood(Supplier<byte[]> blow) throws IOException {
        long most = CALM.get(Limit.CONTROL_RATE);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (long i = 0; i <= most; i++) {
            all.writeBytes(blow.get());
        }
        attacker.send(all.toByteArray());
    }
}
