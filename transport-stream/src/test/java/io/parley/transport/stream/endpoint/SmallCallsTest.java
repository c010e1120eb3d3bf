package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.testkit.CallMemory;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests how much memory an empty call allocates, and calls that are nested in the encoding of others. */
class SmallCallsTest {
    private static final int WARM_UPS = 10_000;
    /**
     * Bytes of client and server together with the C1 compiler, which keeps objects that C2 removes: 1,156 alone, and
     * 1,299 after tests with other calls. It was 1,620 when each message created a source and a sink.
     */
    private static final long MOST_BYTES = 1_300;

    /** A value that makes a call while it is written or read, if {@link #INSIDE} is set. */
    @XmlRootElement(name = "calling", namespace = "urn:samples")
    static class Calling {
        private static final ThreadLocal<@Nullable Supplier<String>> INSIDE = new ThreadLocal<>();

        private String text = "";

        static Calling of(String text) {
            Calling calling = new Calling();
            calling.text = text;
            return calling;
        }

        public String getText() {
            return inside(text);
        }

        public void setText(String value) {
            text = inside(value);
        }

        private static String inside(String value) {
            Supplier<String> call = INSIDE.get();
            return call == null ? value : value + call.get();
        }
    }

    @Test
    void aCallInsideAnotherThatIsBeingWrittenOrReadTakesNothingOfIt() throws Exception {
        Contract contract = Contract.builder("urn:samples")
                .operation("call", Calling.class, Calling.class)
                .build();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on("call", Calling.class, request -> request)
                        .nonBlocking("call")
                        .start(0);
                StreamClient client = StreamClient.of(contract).open(endpoint.invite("test"))) {
            for (int round = 0; round < 100; round++) {
                AtomicInteger before = new AtomicInteger(round % 2); // 0 to be written, 1 to be read
                Calling.INSIDE.set(() -> {
                    if (before.getAndDecrement() > 0) {
                        return "";
                    }
                    Calling.INSIDE.remove();
                    return "+" + client.call("call", Calling.of("inner"), Calling.class).text;
                });
                assertThat(client.call("call", Calling.of("outer"), Calling.class).text)
                        .isEqualTo("outer+inner");
            }
        } finally {
            Calling.INSIDE.remove();
        }
    }

    /** An empty value. */
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
