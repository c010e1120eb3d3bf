package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Listener;
import io.parley.channel.LocalChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.testkit.channel.RawPeer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a token of an acceptor opens a session only there, and only for the caller to whom it was issued. */
class SessionAcceptorTest {
    private final ChannelProvider local = new LocalChannelProvider();
    private final ParleyRuntime runtime =
            ParleyRuntime.builder().channels(List.of(local)).build();
    private final SessionAcceptor acceptor = runtime.newSessionAcceptor();
    private final Agreement agreement = Agreement.byApi("xml", "local", List.of(), Limits.defaults(), "no parts");

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void whoWasGivenATokenIsLetIn() throws Exception {
        try (Listener listener = letting(acceptor, "alice")) {
            assertThatCode(() -> RawPeer.open(
                                    local,
                                    listener.address(),
                                    ofAlice(),
                                    agreement.digest().bytes())
                            .close())
                    .doesNotThrowAnyException();
        }
    }

    /** Attack: a token that was issued to someone else. */
    @Test
    void aTokenOfOneCallerOpensNothingForAnother() throws Exception {
        for (String caller : List.of("bob", "Alice", "")) {
            assertRefused(acceptor, caller, ofAlice());
        }
    }

    @Test
    void aTokenOpensAtNoOtherDoorAndAtNoPort() throws Exception {
        assertRefused(runtime.newSessionAcceptor(), "alice", ofAlice());
        RuntimeListener port = runtime.listen("local", new Address("here", 0), null);
        assertRefused(port.address(), ofAlice());
        assertRefused(acceptor, "", runtime.issue(agreement, "alice", null, IncomingMessage::close));
    }

    private byte[] ofAlice() {
        return acceptor.issue(agreement, "alice", null, IncomingMessage::close, "alice");
    }

    private Listener letting(SessionAcceptor in, String caller) throws IOException {
        return local.listen(
                new Address("here", 0), ChannelSettings.defaults(), connection -> in.accept(connection, caller));
    }

    private void assertRefused(SessionAcceptor at, String caller, byte[] token) throws Exception {
        try (Listener listener = letting(at, caller)) {
            assertRefused(listener.address(), token);
        }
    }

    private void assertRefused(Address at, byte[] token) throws Exception {
        try (RawPeer attacker = RawPeer.connect(local, at)) {
            attacker.open(token, agreement.digest().bytes());

            assertThat(attacker.nextRefusal()).isEqualTo(ErrorCode.TOKEN_REFUSED);
            assertThat(runtime.sessions()).isZero();
        }
    }
}
