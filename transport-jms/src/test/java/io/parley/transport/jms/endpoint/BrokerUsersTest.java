package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.EndpointClient;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.Sums.Note;
import io.parley.transport.jms.endpoint.Sums.Numbers;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests a service and clients at a broker with users, who are permitted no more than the guide says. */
class BrokerUsersTest {
    private static final String QUEUE = "sums";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static EmbeddedBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.builder()
                .queue(QUEUE)
                .user("office", "s1", "services")
                .user("till", "s2", "clients")
                .permit(QUEUE, "services", false, true)
                .permit(QUEUE, "clients", true, false)
                .permit("parley.sums.*", "services", false, true)
                .permit("parley.sums.*", "clients", true, false)
                .permit(EmbeddedBroker.TEMPORARY, "services", true, true)
                .permit(EmbeddedBroker.TEMPORARY, "clients", true, true)
                .start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.close();
    }

    private static BrokerAccess access() {
        return BrokerAccess.byUrl(broker.localUrl());
    }

    private static JmsEndpoint endpoint(BrokerAccess access) throws IOException {
        return JmsEndpoint.serve(Sums.CONTRACT)
                .on(Sums.SUM, Sums::sum)
                .usersOfBroker()
                .start(access, QUEUE);
    }

    private static EndpointClient client(Mode mode, BrokerAccess access) {
        return JmsEndpointClient.of(Sums.CONTRACT).mode(mode).timeout(PATIENCE).open(access, QUEUE);
    }

    @Test
    void theUsersOfTheApplicationAreUsedForSoapAndSessions() throws Exception {
        try (JmsEndpoint endpoint = endpoint(access().as("office", "s1"));
                EndpointClient bySoap = client(Mode.NEVER, access().as("till", "s2"));
                EndpointClient onSession = client(Mode.ALWAYS, access().as("till", "s2"))) {
            assertThat(bySoap.call(Sums.SUM, Numbers.of(1, 2)).value).isEqualTo(3);
            assertThat(onSession.call(Sums.SUM, Numbers.of(1, 2)).value).isEqualTo(3);
            assertThat(endpoint.sessions()).isEqualTo(1);
        }
    }

    @Test
    void strangersSendNothingAndServeNothing() {
        try (EndpointClient stranger = client(Mode.NEVER, access())) {
            assertThatThrownBy(() -> stranger.call(Sums.SUM, Numbers.of(1))).satisfies(BrokerUsersTest::notSent);
        }
        try (EndpointClient service = client(Mode.NEVER, access().as("office", "s1"))) {
            assertThatThrownBy(() -> service.send(Sums.NOTE, Note.of("mine"))).satisfies(BrokerUsersTest::notSent);
        }
        assertThatThrownBy(() -> endpoint(access().as("till", "s2"))).isInstanceOf(IOException.class);
        assertThat(broker.waiting(QUEUE)).isZero();
    }

    private static void notSent(Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(ParleyException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.CONNECT_FAILED);
            assertThat(refused.retry()).isEqualTo(ErrorCode.Retry.SAFE);
        });
    }
}
