package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.negotiation.Mode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests calls by SOAP that fail after their handler was called: no error may permit another attempt. */
class HandlerFailureTest {
    private static final Operation<Integer, String> REPEAT = Operation.of("repeat", Integer.class, String.class);
    private static final Contract CONTRACT =
            Contract.builder("urn:failures").operation(REPEAT).build();

    private final AtomicInteger handled = new AtomicInteger();

    private ParleyException failure(Function<Integer, String> handler, Limits limits) throws Exception {
        try (HttpEndpoint endpoint = HttpEndpoint.serve(CONTRACT)
                        .on(REPEAT, times -> {
                            handled.incrementAndGet();
                            return handler.apply(times);
                        })
                        .limits(limits)
                        .start(0);
                HttpEndpointClient client =
                        HttpEndpointClient.of(CONTRACT).mode(Mode.NEVER).open(endpoint.url())) {
            ParleyException[] thrown = new ParleyException[1];
            assertThatThrownBy(() -> client.call(REPEAT, 200_000))
                    .isInstanceOfSatisfying(ParleyException.class, each -> thrown[0] = each);
            return thrown[0];
        }
    }

    @Test
    void anErrorOfTheHandlerIsFinal() throws Exception {
        ParleyException failure = failure(
                times -> {
                    throw new ParleyException(ErrorCode.CONNECT_FAILED, "expected a warehouse, found none");
                },
                Limits.defaults());

        assertThat(failure.retry()).isEqualTo(ErrorCode.Retry.NEVER);
        assertThat(failure).hasMessageContaining("expected a warehouse");
        assertThat(handled).hasValue(1);
    }

    @Test
    void aResponseThatHasNoRoomIsFinal() throws Exception {
        ParleyException failure = failure("x"::repeat, Limits.defaults().with(Limit.TOTAL_BYTES, 100_000));

        assertThat(failure.retry()).isEqualTo(ErrorCode.Retry.NEVER);
        assertThat(failure).hasMessageContaining(Limit.TOTAL_BYTES.setting());
        assertThat(handled).hasValue(1);
    }
}
