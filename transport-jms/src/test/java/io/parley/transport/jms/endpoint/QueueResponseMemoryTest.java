package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a client's memory for responses by SOAP over JMS. */
class QueueResponseMemoryTest {
    private static final String QUEUE = "responses";
    private static final Contract CONTRACT = Contract.builder("urn:responses")
            .operation("text", Integer.class, String.class)
            .operation("numbers", Integer.class, Sums.Numbers.class)
            .build();
    private static final int MOST = 256 * 1024;
    private static final int TIMES = 3;

    private static EmbeddedBroker broker;
    private static JmsEndpoint endpoint;

    @BeforeAll
    static void serve() throws Exception {
        broker = EmbeddedBroker.builder().queue(QUEUE).start();
        endpoint = JmsEndpoint.serve(CONTRACT)
                .on("text", Integer.class, "a"::repeat)
                .on("numbers", Integer.class, items -> Sums.Numbers.of(new double[items]))
                .start(BrokerAccess.byUrl(broker.localUrl()), QUEUE);
    }

    @AfterAll
    static void stop() throws Exception {
        endpoint.close();
        broker.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatDoesNotFitIsRefusedAndGivenBack(boolean bytes) {
        JmsEndpointClient.Builder building = JmsEndpointClient.of(CONTRACT)
                .mode(Mode.NEVER)
                .limits(Limits.defaults().with(Limit.OBJECT_BYTES, MOST));
        try (JmsEndpointClient client =
                (bytes ? building.bytes() : building).open(BrokerAccess.byUrl(broker.localUrl()), QUEUE)) {
            for (int time = 0; time < TIMES; time++) {
                assertRefused(client, "numbers", 3_000);
                assertRefused(client, "text", MOST);
                assertThat(client.call("text", MOST / 16, String.class)).hasSize(MOST / 16);
            }
        }
    }

    private static void assertRefused(JmsEndpointClient client, String operation, int length) {
        assertThatThrownBy(() -> client.call(operation, length, Object.class))
                .hasMessageContaining(Limit.OBJECT_BYTES.setting())
                .isInstanceOfSatisfying(ParleyException.class, why -> {
                    assertThat(why.code()).isEqualTo(ErrorCode.BUDGET);
                    assertThat(why.retry()).isEqualTo(ErrorCode.Retry.NEVER);
                });
    }
}
