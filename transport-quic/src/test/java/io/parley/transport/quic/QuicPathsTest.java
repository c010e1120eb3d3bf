package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramLink;
import io.parley.testkit.campaign.DatagramProxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests sessions over paths with a small MTU, a low bandwidth, or bursts of packet loss. */
class QuicPathsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static List<Arguments> paths() {
        return List.of(
                Arguments.of("1,200 bytes", DatagramFaults.on(DatagramLink.narrow(1_200), 0)),
                Arguments.of("1,252 bytes", DatagramFaults.on(DatagramLink.narrow(1_252), 0)),
                Arguments.of("1,340 bytes", DatagramFaults.on(DatagramLink.narrow(1_340), 0)),
                Arguments.of("narrow and lossy", DatagramFaults.on(DatagramLink.narrow(1_280), 3)),
                Arguments.of(
                        "bursts of losses",
                        DatagramFaults.on(DatagramLink.delayed(5).bursts(5), 2)),
                Arguments.of("4 Mbit/s", DatagramFaults.on(new DatagramLink(5, 4_000, Integer.MAX_VALUE, 1), 0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("paths")
    void longMessagesComeThrough(String name, DatagramFaults faults) throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            RuntimeListener listening =
                    server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
            try (DatagramProxy proxy = DatagramProxy.open(QuicSessions.target(listening.address()), () -> faults, 11)) {
                Agreement agreement = QuicSessions.agreement(listening, proxy.port());
                Conversation conversation =
                        QuicSessions.open(server, client, agreement, QuicPathsTest::echo, IncomingMessage::close);

                for (int bytes : new int[] {10, 5_000, 200_000}) {
                    call(conversation, new byte[bytes]);
                }
                assertThat(client.counts().events().opened()).isOne();
            }
        }
    }

    @Test
    void aRoundTripLongerThanASecondTakesAConnectLimitThatIsLonger() throws Exception {
        Limits limits = Limits.defaults().with(Limit.CONNECT_MILLIS, 20_000).with(Limit.HANDSHAKE_MILLIS, 20_000);
        DatagramFaults far = DatagramFaults.on(DatagramLink.delayed(600), 0);
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().limits(limits).build();
                ParleyRuntime hasty = ParleyRuntime.builder().build()) {
            RuntimeListener listening =
                    server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
            try (DatagramProxy proxy = DatagramProxy.open(QuicSessions.target(listening.address()), () -> far, 1)) {
                Agreement agreement = QuicSessions.agreement(listening, proxy.port());

                Conversation conversation =
                        QuicSessions.open(server, client, agreement, QuicPathsTest::echo, IncomingMessage::close);
                call(conversation, new byte[10]);

                assertThatThrownBy(() -> QuicSessions.open(
                                server, hasty, agreement, QuicPathsTest::echo, IncomingMessage::close))
                        .hasMessageContaining("within 1000 ms");
            }
        }
    }

    private static void call(Conversation conversation, byte[] content) throws Exception {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeBytes(content, 0, content.length);
        call.send();
        try (IncomingMessage answer = call.await()) {
            assertThat(answer.source().remaining()).isEqualTo(content.length);
        }
    }

    private static void echo(IncomingMessage message) {
        byte[] content = new byte[(int) message.source().remaining()];
        message.source().readBytes(content, 0, content.length);
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeBytes(content, 0, content.length);
        response.send();
        message.close();
    }
}
