package io.parley.transport.http;

import static io.parley.channel.websocket.RawWebSocket.BINARY;
import static io.parley.channel.websocket.RawWebSocket.joined;
import static io.parley.channel.websocket.RawWebSocket.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.channel.websocket.RawWebSocket;
import io.parley.channel.websocket.WebSocket;
import io.parley.negotiation.Agreement;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.SessionAcceptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on the websocket channel by raw bytes: each ends with an error code and leaves nothing in memory. */
class WebSocketAttackTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MOST_PENDING = 3;
    private static final Limits LIMITS =
            Limits.defaults().with(Limit.OPEN_MILLIS, 1_500).with(Limit.PENDING_CONNECTIONS, MOST_PENDING);

    private final ParleyRuntime runtime = ParleyRuntime.builder().limits(LIMITS).build();
    private final SessionAcceptor acceptor = runtime.newSessionAcceptor();
    private final Agreement agreement = Agreement.byApi("hhfr", WebSocket.CHANNEL, List.of(), LIMITS, "none");
    private final AtomicInteger handled = new AtomicInteger();
    private final List<RawWebSocket> attackers = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        WebSocketSite sockets = new WebSocketSite(
                LIMITS,
                new WebSocketSite.Settings(Set.of("https://console.example"), WebSocket.KEEP_ALIVE),
                acceptor,
                (connection, from) -> acceptor.accept(connection, from.principal()));
        server = HttpServer.start(new Address("127.0.0.1", 0), LIMITS, Protection.NONE, BodyMemory.of(LIMITS), head -> {
            String principal = head.header("X-User");
            return sockets.on(head, principal == null ? "" : principal);
        });
    }

    @AfterEach
    void nothingStays() throws IOException {
        for (RawWebSocket each : attackers) {
            each.close();
        }
        await().atMost(PATIENCE).until(() -> runtime.sessions() == 0 && runtime.reservedBytes() == 0);
        server.close();
        runtime.close();
    }

    @Test
    void whoShowsATokenHasASession() throws Exception {
        RawWebSocket honest = raw().opened(token(), digest());

        assertAnswers(honest, 1);
        assertThat(handled).hasValue(1);
    }

    @Test
    void withoutATokenOrADigestThereIsNoWebSocket() throws Exception {
        String whole = RawWebSocket.request(token(), digest());
        assertRefused(whole.replaceFirst("Parley-Token: .*\r\n", ""), 403, ErrorCode.TOKEN_REFUSED);
        assertRefused(whole.replaceFirst("Parley-Digest: .*\r\n", ""), 400, ErrorCode.PROTOCOL);
    }

    @Test
    void aTokenThatOpensNothingHereIsRefusedWithTheSameWords() throws Exception {
        byte[] used = token();
        raw().opened(used, digest());
        byte[] another = token();
        another[20] ^= 1;
        byte[] otherDigest = digest();
        otherDigest[3] ^= 1;
        String user = "X-User: eve\r\n\r\n";
        List<String> refused = List.of(
                RawWebSocket.request(used, digest()),
                RawWebSocket.request(another, digest()),
                RawWebSocket.request(token(), otherDigest),
                RawWebSocket.request(new byte[3], digest()),
                RawWebSocket.request(token(), digest()).replaceFirst("\r\n\r\n", "\r\n" + user));
        List<String> answers = new ArrayList<>();
        for (String each : refused) {
            answers.add(assertRefused(each, 403, ErrorCode.TOKEN_REFUSED));
        }
        assertThat(answers).containsOnly(answers.get(0));
    }

    @Test
    void aTokenOfAnotherNodeIsToldFromOneThatIsNoGood() throws Exception {
        byte[] token = token();
        token[0] ^= 1;
        assertRefused(RawWebSocket.request(token, digest()), 403, ErrorCode.WRONG_NODE);
    }

    /** Cross-site WebSocket hijacking: a logged-in browser shows the page of an attacker. */
    @Test
    void browsersAreKeptOutUnlessTheirOriginIsAllowed() throws Exception {
        String whole = RawWebSocket.request(token(), digest());
        for (String origin : List.of("https://evil.example", "null", "http://localhost", "https://CONSOLE.example")) {
            assertRefused(
                    whole.replaceFirst("\r\n\r\n", "\r\nOrigin: " + origin + "\r\n\r\n"),
                    403,
                    ErrorCode.NOT_DISPATCHED);
        }
        assertRefused(whole.replaceFirst("\r\n\r\n", "\r\nOrigin: https://console.example\r\n\r\n"), 101, null);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, POST, 400",
        "13, 12, 426",
        "HTTP/1.1, HTTP/1.0, 400",
        "dGhlIHNhbXBsZSBub25jZQ==, c2hvcnQ=, 400",
        "Connection: Upgrade, Connection: close, 400",
        "frames.parley.1, chat, 400",
        "Connection: Upgrade, 'Connection: Upgrade\r\nContent-Length: 3', 400",
        "Connection: Upgrade, 'Connection: Upgrade\r\nTransfer-Encoding: chunked', 400",
    })
    void anUpgradeThatIsNotAsItShouldBeIsRefused(String part, String other, int status) throws Exception {
        assertThat(raw().ask(RawWebSocket.request(token(), digest()).replace(part, other)))
                .startsWith("HTTP/1.1 " + status);
    }

    /** Request smuggling: bytes between an upgrade and its response are neither a request nor part of the session. */
    @Test
    void aRequestBehindAnUpgradeIsNotAnswered() throws Exception {
        String whole = RawWebSocket.request(token(), digest());
        RawWebSocket attacker = raw();
        assertThat(attacker.ask(whole + whole)).startsWith("HTTP/1.1 101");
        assertThat(attacker.awaitEnd()).isEqualTo(WebSocket.PROTOCOL_ERROR);
    }

    @Test
    void noExtensionIsEverAnswered() throws Exception {
        String wanted = RawWebSocket.request(token(), digest())
                .replaceFirst(
                        "\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n");
        assertThat(raw().ask(wanted)).startsWith("HTTP/1.1 101").doesNotContainIgnoringCase("extensions");
    }

    @Test
    void connectionsThatAreUpgradedAndOpenNothingAreBoundedAndClosedInTime() throws Exception {
        List<RawWebSocket> silent = new ArrayList<>();
        for (int i = 0; i < MOST_PENDING; i++) {
            silent.add(raw().upgraded(token(), digest()));
        }
        assertRefused(RawWebSocket.request(token(), digest()), 503, ErrorCode.NOT_DISPATCHED);
        long begin = System.nanoTime();
        for (RawWebSocket each : silent) {
            each.awaitEnd();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
        assertAnswers(raw().opened(token(), digest()), 1);
    }

    @Test
    void anOpeningThatDripsIsClosedInTime() throws Exception {
        RawWebSocket slow = raw().upgraded(token(), digest());
        byte[] opening = message(BINARY, joined(RawWebSocket.preamble(), RawWebSocket.open(token(), digest())));
        for (int i = 0; i < 4; i++) {
            slow.send(new byte[] {opening[i]});
        }
        slow.awaitEnd();
        assertThat(runtime.sessions()).isZero();
    }

    @Test
    void fragmentsAndControlFramesBetweenThemAreLegal() throws Exception {
        RawWebSocket honest = raw().opened(token(), digest());
        byte[] request = RawWebSocket.request(1, 1, "hello".getBytes(StandardCharsets.US_ASCII));
        byte[] first = Arrays.copyOf(request, 7);
        byte[] second = Arrays.copyOfRange(request, 7, 22);
        byte[] third = Arrays.copyOfRange(request, 22, request.length);
        honest.send(
                message(0x02, first),
                message(RawWebSocket.PING, "are you there".getBytes(StandardCharsets.US_ASCII)),
                message(0x00, second),
                message(0x00, new byte[0]),
                message(RawWebSocket.PONG, new byte[0]),
                message(0x80, third));

        assertThat(honest.pong()).isEqualTo("are you there");
        honest.await(RawWebSocket.DATA);
        assertThat(handled).hasValue(1);
    }

    @Test
    void severalFramesMayBeOneMessage() throws Exception {
        RawWebSocket honest = raw().opened(token(), digest());
        honest.send(message(
                BINARY, joined(RawWebSocket.request(1, 1, new byte[3]), RawWebSocket.request(2, 3, new byte[3]))));
        honest.await(RawWebSocket.DATA);
        honest.await(RawWebSocket.DATA);
        assertThat(handled).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({
        "82 01 41, 1002",
        "81 81 00000000 41, 1003",
        "c2 81 00000000 41, 1002",
        "83 81 00000000 41, 1002",
        "80 81 00000000 41, 1002",
        "02 81 00000000 41 82 81 00000000 41, 1002",
        "09 80 00000000, 1002",
        "89 fe 0080 00000000, 1002",
        "82 fe 0001 00000000, 1002",
        "82 ff 8000000000000000 00000000, 1002",
        "82 ff 7fffffffffffffff 00000000, 1009",
        "82 ff 0000000001000001 00000000, 1009",
        "88 81 00000000 03, 1002",
    })
    void whatIsAgainstRfc6455EndsTheSessionWithItsStatus(String bytes, int status) throws Exception {
        RawWebSocket attacker = raw().opened(token(), digest());
        attacker.send(HexFormat.of().parseHex(bytes.replace(" ", "")));

        assertThat(attacker.await(RawWebSocket.GOAWAY)[0]).isEqualTo((byte) ErrorCode.PROTOCOL.number());
        assertThat(attacker.awaitEnd()).isEqualTo(status);
    }

    /** Takes the fastest of three attempts, since the machine may be busy. */
    @ParameterizedTest
    @ValueSource(strings = {"82 01 41", "81 81 00000000 41", "82 ff 7fffffffffffffff 00000000", "88 81 00000000 03"})
    void theCloseComesWithinASecond(String bytes) throws Exception {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            RawWebSocket attacker = raw().opened(token(), digest());
            long begin = System.nanoTime();
            attacker.send(HexFormat.of().parseHex(bytes.replace(" ", "")));
            assertThat(attacker.awaitClose()).isPositive();
            fastest = Math.min(fastest, System.nanoTime() - begin);
        }
        System.out.println(bytes + " closed in " + Duration.ofNanos(fastest).toMillis() + " ms");
        assertThat(Duration.ofNanos(fastest)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void bytesThatAreNoFrameEndTheConnectionWithAStatus() throws Exception {
        RawWebSocket attacker = raw().opened(token(), digest());
        attacker.send(message(BINARY, new byte[40]));

        assertThat(attacker.awaitEnd()).isEqualTo(WebSocket.PROTOCOL_ERROR);
    }

    @Test
    void aCloseWithinAFrameIsAnsweredAndNothingIsHandled() throws Exception {
        RawWebSocket attacker = raw().opened(token(), digest());
        byte[] request = RawWebSocket.request(1, 1, new byte[100]);
        attacker.send(
                message(BINARY, Arrays.copyOf(request, 60)),
                message(RawWebSocket.CLOSE, new byte[] {0x03, (byte) 0xE8}));

        assertThat(attacker.awaitEnd()).isEqualTo(WebSocket.NORMAL);
        await().atMost(PATIENCE).until(() -> runtime.sessions() == 0);
        assertThat(handled).hasValue(0);
    }

    @Test
    void anEndOfTcpWithoutACloseEndsTheSession() throws Exception {
        RawWebSocket attacker = raw().opened(token(), digest());
        attacker.send(RawWebSocket.header(BINARY, 100));
        attacker.close();

        await().atMost(PATIENCE).until(() -> runtime.sessions() == 0);
    }

    /**
     * Flood of pings from a client that does not read the responses: one Pong is being sent, and the latest is queued.
     */
    @Test
    void pingsWithoutEndAreAnsweredNoFasterThanTheirAnswersAreRead() throws Exception {
        RawWebSocket attacker = raw().opened(token(), digest());
        byte[] many = new byte[0];
        byte[] ping = message(RawWebSocket.PING, new byte[125]);
        for (int i = 0; i < 500; i++) {
            many = joined(many, ping);
        }
        for (int i = 0; i < 200; i++) {
            attacker.send(many);
        }
        assertAnswers(attacker, 1);
    }

    private void assertAnswers(RawWebSocket by, int sequence) throws IOException {
        by.send(message(BINARY, RawWebSocket.request(sequence, 2 * sequence - 1, new byte[] {1, 2, 3})));
        assertThat(by.await(RawWebSocket.DATA)).contains(1, 2, 3);
    }

    private String assertRefused(String request, int status, ErrorCode code) throws IOException {
        String answer = raw().ask(request);
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        if (code != null) {
            assertThat(answer).contains(code.name());
        }
        return answer;
    }

    private RawWebSocket raw() throws IOException {
        RawWebSocket made = new RawWebSocket(server.address().port());
        attackers.add(made);
        return made;
    }

    private byte[] digest() {
        return agreement.digest().bytes();
    }

    private byte[] token() {
        return acceptor.issue(agreement, "attacker", null, this::echo, "");
    }

    private void echo(IncomingMessage message) {
        handled.incrementAndGet();
        int length = Math.toIntExact(message.source().remaining());
        byte[] bytes = new byte[length];
        message.source().readBytes(bytes, 0, length);
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeBytes(bytes, 0, length);
        response.send();
        message.close();
    }
}
