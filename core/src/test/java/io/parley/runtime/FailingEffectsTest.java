package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.LocalChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests effects of a session whose application fails because the application's code throws. */
class FailingEffectsTest {

    @Test
    void aSessionWhoseHandlerCannotBeginEndsForBothSides() throws Exception {
        try (ParleyRuntime server = runtime();
                ParleyRuntime client = runtime();
                RuntimeListener listening = server.listen("local", new Address("local", 0), null)) {
            Agreement agreement = Agreement.byApi(
                    "xml",
                    "local",
                    List.of(new HostPort("local", listening.address().port())),
                    Limits.defaults(),
                    "no parts");
            byte[] token = server.issue(agreement, "client", null, new WithoutWorkers());

            Conversation conversation = client.open(agreement, token, new byte[0], message -> {})
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);

            assertThat(conversation.closed().toCompletableFuture())
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.INTERNAL));
            assertThat(server.sessions()).isZero();
        }
    }

    /** A handler that throws when the runtime asks for its worker threads. */
    private static final class WithoutWorkers implements MessageHandler {
        @Override
        public void onMessage(IncomingMessage message) {
            message.close();
        }

        @Override
        public Executor workers(Executor usual) {
            throw new IllegalStateException("no workers today");
        }
    }

    private static ParleyRuntime runtime() {
        return ParleyRuntime.builder()
                .channels(List.of(new LocalChannelProvider()))
                .build();
    }
}
