package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ChannelTraits;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.LocalChannelProvider;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.runtime.SessionEvents;
import io.parley.testkit.FakeTimers;
import io.parley.testkit.channel.RawPeer;
import io.parley.testkit.channel.WithTraits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests sessions that must be protected: the listeners at which their tokens are valid, and the renewal of
 * certificates.
 */
class TlsSessionsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Address ANY = new Address("127.0.0.1", 0);

    private final FakeTimers time = new FakeTimers();
    private final ParleyRuntime server = ParleyRuntime.builder().timers(time).build();
    private final ParleyRuntime client = ParleyRuntime.builder().build();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void aSessionOpensOverTlsAsWhomItsTokenWasGivenTo() throws Exception {
        Agreement agreement = agreement(listen());
        byte[] ofAlice = server.issue(agreement, "alice", "alice's credentials", TlsSessionsTest::tellWho);

        Conversation conversation = open(agreement, ofAlice);

        assertThat(ask(conversation)).isEqualTo("alice's credentials");
        assertThat(conversation.agreement().security()).isEqualTo(ChannelSecurity.TLS);
    }

    /** Attack: the token is used twice, or after its lifetime. */
    @Test
    void aTokenOpensOnceAndForThirtySeconds() throws Exception {
        Agreement agreement = agreement(listen());
        byte[] once = token(agreement);
        open(agreement, once);
        assertThat(failure(agreement, once)).isEqualTo(ErrorCode.TOKEN_REFUSED);

        byte[] late = token(agreement);
        time.advance(Duration.ofSeconds(30).plusMillis(1));
        assertThat(failure(agreement, late)).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    /** Attack: a session that must be protected is opened in the clear, where it can be read. */
    @Test
    void aTokenForAProtectedListenerOpensAtNoOther() throws Exception {
        Agreement agreement = agreement(listen());
        RuntimeListener plain = server.listen("stream", ANY, null);
        byte[] token = token(agreement);

        try (RawPeer attacker = RawPeer.connect(new StreamConnectionFactory(), plain.address())) {
            assertRefused(attacker, token, agreement);
        }
        assertThat(failure(agreement, token)).as("used up").isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    void aTokenForAPlainListenerOpensAtNoProtectedOne() throws Exception {
        RuntimeListener secured = listen();
        RuntimeListener plain = server.listen("stream", ANY, null);
        Agreement agreement = plain(plain.address());
        byte[] token = token(agreement);

        Agreement elsewhere = plain(secured.address()).protectedBy(secured.certificate());
        assertThat(failure(elsewhere, token)).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    void nobodyIsConnectedToWithoutACertificate() throws Exception {
        try (ServerSocketChannel trap =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            trap.configureBlocking(false);
            Agreement agreement =
                    agreement(new Address("127.0.0.1", ((InetSocketAddress) trap.getLocalAddress()).getPort()), "");

            assertThatThrownBy(() -> open(agreement, new byte[40]))
                    .cause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONNECT_FAILED))
                    .hasMessageContaining("expected a certificate");
            assertThat(trap.accept()).isNull();
        }
    }

    @Test
    void aChannelThatCannotBeProtectedIsNotListenedOn() {
        assertThatThrownBy(() -> server.listen("local", ANY, null, new Protection.Ephemeral()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("local cannot be protected");
    }

    /** Uses a foreign channel that claims to support protection but does not protect its connections. */
    @Test
    void aConnectionThatIsNotProtectedIsNotUsed() throws Exception {
        ChannelProvider boasting =
                new WithTraits(new ChannelTraits("local", true, true, true, true), new LocalChannelProvider());
        try (ParleyRuntime far =
                        ParleyRuntime.builder().channels(List.of(boasting)).build();
                ParleyRuntime near =
                        ParleyRuntime.builder().channels(List.of(boasting)).build()) {
            RuntimeListener listening = far.listen("local", ANY, null);
            List<HostPort> at = List.of(new HostPort("here", listening.address().port()));
            Agreement agreement = Agreement.byApi("xml", "local", at, Limits.defaults(), "no parts")
                    .protectedBy("0".repeat(64));

            assertThatThrownBy(() -> near.open(agreement, token(agreement), new byte[0], IncomingMessage::close)
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS))
                    .cause()
                    .hasMessageContaining("expected a protected connection");
            assertThat(far.sessions()).isZero();
        }
    }

    /** The certificate is renewed while the session has no connection; the session is resumed nevertheless. */
    @Test
    void aSessionOutlivesItsCertificate() throws Exception {
        RuntimeListener listening = listen();
        try (Relay relay = new Relay(listening.address())) {
            Agreement agreement =
                    agreement(relay.address(), listening.certificate()).reliable(Reliability.RESUME);
            Conversation conversation = open(agreement, token(agreement));
            assertThat(ask(conversation)).isEqualTo("nobody's");

            listening.renew(EphemeralCertificate.make(Instant.now()));
            relay.cut();

            assertThat(ask(conversation)).isEqualTo("nobody's");
            for (SessionEvents events :
                    List.of(client.counts().events(), server.counts().events())) {
                assertThat(events.opened()).isOne();
                assertThat(events.cut()).isOne();
                assertThat(events.resumed()).isOne();
            }
            assertThat(agreement(listening).certificate()).isNotEqualTo(agreement.certificate());
            assertThat(server.sessions()).isEqualTo(1);
            conversation.close(ErrorCode.CLOSED, "done");
            await().atMost(PATIENCE).until(() -> server.sessions() == 0);
        }
    }

    private RuntimeListener listen() throws IOException {
        return server.listen("stream", ANY, null, new Protection.Ephemeral());
    }

    private static Agreement agreement(RuntimeListener listening) {
        return plain(listening.address()).protectedBy(listening.certificate());
    }

    private static Agreement plain(Address at) {
        return Agreement.byApi(
                "xml", "stream", List.of(new HostPort(at.host(), at.port())), Limits.defaults(), "no parts");
    }

    private static Agreement agreement(Address at, String certificate) {
        Agreement secured = plain(at).protectedBy("0".repeat(64));
        return new Agreement(
                secured.id(),
                secured.representation(),
                secured.channel(),
                secured.addresses(),
                secured.security(),
                certificate,
                secured.compression(),
                secured.reliability(),
                secured.limits(),
                secured.lifetime(),
                secured.contextStore(),
                secured.headers(),
                secured.data(),
                secured.digest());
    }

    private byte[] token(Agreement agreement) {
        return server.issue(agreement, "nobody", "nobody's", TlsSessionsTest::tellWho);
    }

    private Conversation open(Agreement agreement, byte[] token) throws Exception {
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private ErrorCode failure(Agreement agreement, byte[] token) throws Exception {
        try {
            throw new AssertionError("opened: " + open(agreement, token));
        } catch (ExecutionException e) {
            return ((ParleyException) e.getCause()).code();
        }
    }

    private static void assertRefused(RawPeer attacker, byte[] token, Agreement agreement) throws Exception {
        attacker.open(token, agreement.digest().bytes());
        assertThat(attacker.nextRefusal()).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    private static String ask(Conversation conversation) throws Exception {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeString("who am I?");
        call.send();
        try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            return answer.source().readString("answer");
        }
    }

    private static void tellWho(IncomingMessage message) {
        try (message) {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeString(String.valueOf(message.conversation().attachment()));
            response.send();
        }
    }
}
