package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a client's memory for responses by SOAP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SoapResponseMemoryTest {
    private static final Contract CONTRACT = Contract.builder("urn:samples:responses")
            .operation("text", Integer.class, String.class)
            .operation("numbers", Integer.class, Samples.Numbers.class)
            .build();
    private static final int TIMES = 3;
    private static final int MOST = 256 * 1024;

    private HttpEndpoint endpoint;

    /** Form of responses. */
    enum Form {
        PLAIN,
        ZIPPED
    }

    @BeforeAll
    void serve() throws IOException {
        endpoint = HttpEndpoint.serve(CONTRACT)
                .on("text", Integer.class, "a"::repeat)
                .on("numbers", Integer.class, items -> Samples.Numbers.of(new double[items]))
                .withoutStream()
                .start(0);
    }

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void moreObjectsThanFitAreRefused(Form form) {
        try (HttpEndpointClient client = client(Limit.OBJECT_BYTES, form)) {
            assertRefused(client, "numbers", 20_000, Limit.OBJECT_BYTES);
            assertRefused(client, "text", MOST, Limit.OBJECT_BYTES);
            assertAnswered(client, MOST / 16);
        }
    }

    @Test
    void moreBytesThanFitAreRefused() {
        try (HttpEndpointClient client = client(Limit.TOTAL_BYTES, Form.PLAIN)) {
            assertRefused(client, "text", MOST, Limit.TOTAL_BYTES);
            assertAnswered(client, MOST / 2);
        }
    }

    @Test
    void fewBytesOfLongTextFit() {
        try (HttpEndpointClient client = client(Limit.TOTAL_BYTES, Form.ZIPPED)) {
            assertAnswered(client, 4 * MOST);
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void aResponseOverTheLimitIsRefused(Form form) {
        try (HttpEndpointClient client = client(Limit.MESSAGE_BYTES, form)) {
            assertFails(client, "text", MOST, ErrorCode.LIMIT, Limit.MESSAGE_BYTES);
            assertAnswered(client, MOST / 2);
        }
    }

    private HttpEndpointClient client(Limit limit, Form form) {
        HttpEndpointClient.Builder building = HttpEndpointClient.of(CONTRACT)
                .mode(Mode.NEVER)
                .limits(Limits.defaults().with(limit, MOST));
        return (form == Form.ZIPPED ? building.gzip() : building).open(endpoint.url());
    }

    /** Asserts that several responses are read one after the other, so that none retains memory. */
    private static void assertAnswered(HttpEndpointClient client, int length) {
        for (int time = 0; time < TIMES; time++) {
            assertThat(client.call("text", length, String.class)).hasSize(length);
        }
    }

    private static void assertRefused(HttpEndpointClient client, String operation, int length, Limit limit) {
        for (int time = 0; time < TIMES; time++) {
            assertFails(client, operation, length, ErrorCode.BUDGET, limit);
        }
    }

    private static void assertFails(
            HttpEndpointClient client, String operation, int length, ErrorCode code, Limit limit) {
        assertThatThrownBy(() -> client.call(operation, length, Object.class))
                .hasMessageContaining(limit.setting())
                .isInstanceOfSatisfying(ParleyException.class, why -> {
                    assertThat(why.code()).isEqualTo(code);
                    assertThat(why.retry()).isEqualTo(ErrorCode.Retry.NEVER);
                });
    }
}
