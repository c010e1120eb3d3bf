package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.testkit.CallMemory;
import jakarta.xml.bind.annotation.XmlRootElement;
import org.junit.jupiter.api.Test;

/** What a call costs that carries nothing. */
class SmallCallsTest {
    private static final int WARM_UPS = 10_000;
    /** Client and server together. */
    private static final long MOST_BYTES = 2_200;

    /** Nothing. */
    @XmlRootElement(name = "nothing", namespace = "urn:samples")
    static class Nothing {}

    @Test
    void aCallThatCarriesNothingAllocatesLittle() throws Exception {
        Contract contract = Contract.builder("urn:samples")
                .operation("nothing", Nothing.class, Nothing.class)
                .build();
        Nothing nothing = new Nothing();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on("nothing", Nothing.class, request -> nothing)
                        .nonBlocking("nothing")
                        .start(0);
                StreamClient client = StreamClient.of(contract).open(endpoint.invite("test"))) {
            long bytes = CallMemory.bytesPerCall(WARM_UPS, () -> client.call("nothing", nothing, Nothing.class));

            assertThat(bytes).as("bytes allocated per call").isLessThan(MOST_BYTES);
        }
    }
}
