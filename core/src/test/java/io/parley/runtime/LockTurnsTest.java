package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests how often a call acquires its session's lock, on both sides together. */
class LockTurnsTest {
    private static final int CALLS = 200;
    private static final int TURNS = 4;
    /** Allowance for timers, whose acquisitions belong to no call. */
    private static final int OTHERS = 20;

    @Test
    void aShortCallTakesFourTurnsOfBothSidesTogether() throws Exception {
        AtomicReference<Conversation> accepted = new AtomicReference<>();
        try (ParleyRuntime server = runtime();
                ParleyRuntime client = runtime();
                RuntimeListener listening = server.listen("local", new Address("local", 0), null)) {
            Agreement agreement = Agreement.byApi(
                    "xml",
                    "local",
                    List.of(new HostPort("local", listening.address().port())),
                    Limits.defaults(),
                    "no parts");
            byte[] token = server.issue(agreement, "client", null, message -> {
                accepted.set(message.conversation());
                echo(message);
            });
            Conversation conversation = client.open(agreement, token, new byte[0], message -> {})
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            call(conversation);
            long before = LockTurns.of(conversation) + LockTurns.of(accepted.get());
            for (int call = 0; call < CALLS; call++) {
                call(conversation);
            }
            long turns = LockTurns.of(conversation) + LockTurns.of(accepted.get()) - before;
            assertThat(turns).isBetween(2L * CALLS, (long) TURNS * CALLS + OTHERS);
        }
    }

    private static void echo(IncomingMessage message) {
        String text = message.source().readString("text");
        OutgoingMessage response = message.beginResponse(false);
        response.sink().writeString(text);
        response.send();
        message.close();
    }

    /** Calls like a client of CXF: a long response is read while it arrives. */
    private static void call(Conversation conversation) throws InterruptedException {
        Call call = conversation.beginCall("echo", Duration.ofSeconds(60));
        call.sink().writeString("some text");
        call.send();
        try (IncomingMessage response = call.awaitAsItComes()) {
            assertThat(response.source().readString("text")).isEqualTo("some text");
        }
    }

    private static ParleyRuntime runtime() {
        return ParleyRuntime.builder()
                .channels(List.of(new LocalChannelProvider()))
                .build();
    }
}
