package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.frame;
import static io.parley.transport.stream.RawSocket.joined;
import static io.parley.transport.stream.RawSocket.open;
import static io.parley.transport.stream.RawSocket.preamble;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks of a client without a token (threat model, rows 1, 2 and 8): raw bytes against a listening runtime. */
class OpeningAttackTest {
    private static final Contract CONTRACT = Contract.builder("urn:target")
            .operation("echo", String.class, String.class)
            .build();
    private static final long RANDOM_SEED = 20_260_101;

    private Target target;

    @BeforeEach
    void listen() throws IOException {
        target = new Target(CONTRACT, Limits.defaults());
    }

    @AfterEach
    void close() {
        target.close();
    }

    static Stream<Arguments> wrongFirstFrames() {
        byte[] random = new byte[300];
        new Random(RANDOM_SEED).nextBytes(random);
        byte[] tls = HexFormat.of().parseHex("16030100c8010000c40303" + "5a".repeat(189));
        byte[] badHeader = open(new byte[40], new byte[32]);
        badHeader[17] ^= 1;
        byte[] half = {'P', 'R', 'L', 'X', 1, 0, 0, 0};
        byte[] noFields = {};
        return Stream.of(
                first("TLS hello", tls),
                first("HTTP GET", text("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")),
                first("HTTP/2 preface", text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
                first("SSH banner", text("SSH-2.0-OpenSSH_9.2\r\n")),
                first("SOAP envelope", text("<soap:Envelope xmlns:soap='http://www.w3.org/2003/05/soap-envelope'/>")),
                first("random bytes", random),
                first("zeros", new byte[64]),
                first("magic with one wrong letter", half),
                first("version 2", new byte[] {'P', 'R', 'L', 'Y', 2, 0, 0, 0}),
                first("unknown feature bits", new byte[] {'P', 'R', 'L', 'Y', 1, 0, (byte) 0x80, 0}),
                first("reserved byte", new byte[] {'P', 'R', 'L', 'Y', 1, 9, 0, 0}),
                first("length zero", preamble(), length(0)),
                first("length below a header", preamble(), length(19)),
                first("length of two gigabytes", preamble(), length(Integer.MAX_VALUE)),
                first("negative length", preamble(), length(-1)),
                first("length above the opening limit", preamble(), length(2049)),
                first("header checksum", preamble(), badHeader),
                first("unknown type", preamble(), frame(77, 0, 0, 0, new byte[8])),
                first("DATA", preamble(), frame(RawSocket.DATA, 3, 1, 1, new byte[40])),
                first("PING", preamble(), frame(RawSocket.PING, 0, 0, 0, new byte[8])),
                first("ACCEPT", preamble(), frame(RawSocket.ACCEPT, 0, 0, 0, new byte[41])),
                first("RESUME", preamble(), frame(RawSocket.RESUME, 0, 0, 0, new byte[73])),
                first("GOAWAY", preamble(), frame(RawSocket.GOAWAY, 0, 1, 0, new byte[5])),
                first("CREDIT", preamble(), frame(RawSocket.CREDIT, 0, 1, 0, new byte[] {0, 0, 1, 0})),
                first("OPEN without fields", preamble(), frame(RawSocket.OPEN, 0, 0, 0, noFields)),
                first("OPEN that is cut short", preamble(), frame(RawSocket.OPEN, 0, 0, 0, new byte[20])),
                first("OPEN with flags", preamble(), frame(RawSocket.OPEN, 1, 0, 0, new byte[75])),
                first("OPEN with a number", preamble(), frame(RawSocket.OPEN, 0, 7, 0, new byte[75])),
                first("OPEN on a stream", preamble(), frame(RawSocket.OPEN, 0, 0, 1, new byte[75])),
                first("no token", preamble(), open(new byte[0], new byte[32])),
                first("guessed token", preamble(), open(new byte[40], new byte[32])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongFirstFrames")
    void aWrongFirstFrameIsCutOffAtOnceForLessThanFourKilobytes(String name, byte[] bytes) throws Exception {
        try (RawSocket warmUp = target.raw()) {
            warmUp.send(new byte[8]).awaitClosed();
        }
        long before = target.loopback.allocated();
        long start = System.nanoTime();
        try (RawSocket attacker = target.raw()) {
            attacker.send(bytes).awaitClosed();
        }

        // The runtime's clock is stopped, and the shortest timeout of the channel is ten seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as(name).isLessThan(Duration.ofSeconds(10));
        assertThat(target.loopback.allocated() - before)
                .as("bytes for %s", name)
                .isLessThan(4096);
        assertThat(target.sessions()).isZero();
        assertThat(target.handled).hasValue(0);
    }

    @Test
    void aUsedTokenIsRefused() throws Exception {
        byte[] token = target.token();
        try (RawSocket first = target.raw().opened(token, target.digest());
                RawSocket second = target.raw()) {
            second.send(preamble(), open(token, target.digest()));

            assertThat(second.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.TOKEN_REFUSED.number());
            second.awaitClosed();
            assertThat(target.sessions()).isEqualTo(1);
            first.send(frame(RawSocket.PING, 0, 0, 0, new byte[8]));
            assertThat(first.next(RawSocket.PONG).payload()).hasSizeGreaterThanOrEqualTo(8);
        }
    }

    @Test
    void anExpiredTokenIsRefused() throws Exception {
        byte[] inTime = target.token();
        byte[] late = target.token();
        target.timers.advance(Duration.ofSeconds(29));
        try (RawSocket attacker = target.raw().opened(inTime, target.digest())) {
            assertThat(target.sessions()).isEqualTo(1);
            attacker.send(frame(RawSocket.PING, 0, 0, 0, new byte[8])).next(RawSocket.PONG);
        }
        target.timers.advance(Duration.ofSeconds(2));
        try (RawSocket attacker = target.raw()) {
            attacker.send(preamble(), open(late, target.digest()));

            assertThat(attacker.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.TOKEN_REFUSED.number());
            attacker.awaitClosed();
        }
    }

    @Test
    void aTokenWithAnotherDigestIsRefusedAndUsedUp() throws Exception {
        byte[] token = target.token();
        byte[] edited = target.digest();
        edited[31] ^= 1;
        try (RawSocket attacker = target.raw();
                RawSocket again = target.raw()) {
            attacker.send(preamble(), open(token, edited));
            assertThat(attacker.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.DIGEST_MISMATCH.number());
            attacker.awaitClosed();
            again.send(preamble(), open(token, target.digest()));
            assertThat(again.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.TOKEN_REFUSED.number());
        }
        assertThat(target.sessions()).isZero();
    }

    @Test
    void theTokenOfAnotherNodeIsSentBackToIt() throws Exception {
        try (Target other = new Target(CONTRACT, Limits.defaults());
                RawSocket attacker = target.raw()) {
            attacker.send(preamble(), open(other.token(), target.digest()));

            assertThat(attacker.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.WRONG_NODE.number());
            attacker.awaitClosed();
        }
    }

    @Test
    void refusalsOfUnknownAndUsedTokensAreTheSameBytes() throws Exception {
        byte[] used = target.token();
        byte[] unknown = target.token();
        unknown[39] ^= 1;
        try (RawSocket first = target.raw().opened(used, target.digest())) {
            first.send(frame(RawSocket.PING, 0, 0, 0, new byte[8])).next(RawSocket.PONG);
            assertThat(refusal(unknown)).isEqualTo(refusal(used));
        }
    }

    @Test
    void aSilentConnectionIsClosedAfterFiveSeconds() throws Exception {
        try (RawSocket attacker = target.raw()) {
            attacker.send(preamble());
            await().atMost(Target.PATIENCE).until(() -> target.timers.waiting() > 0);
            target.timers.advance(Duration.ofSeconds(5));

            assertThat(attacker.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.OPEN_TIMEOUT.number());
            attacker.awaitClosed();
        }
    }

    @Test
    void threeHundredSilentSocketsDoNotKeepAnHonestClientOut() throws Exception {
        List<RawSocket> silent = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            silent.add(target.raw());
        }
        try (RawSocket honest = target.raw().opened(target.token(), target.digest())) {
            honest.request(1, target.content("echo", "still here"));

            assertThat(honest.next(RawSocket.DATA).stream()).isEqualTo(1);
        }
        for (RawSocket each : silent) {
            each.close();
        }
    }

    private byte[] refusal(byte[] token) throws IOException {
        try (RawSocket attacker = target.raw()) {
            attacker.send(preamble(), open(token, target.digest()));
            return attacker.next(RawSocket.REFUSE).payload();
        }
    }

    private static Arguments first(String name, byte[]... pieces) {
        return Arguments.of(name, joined(pieces));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a frame header in which only the length is set. */
    private static byte[] length(int length) {
        return ByteBuffer.allocate(20).putInt(length).array();
    }
}
