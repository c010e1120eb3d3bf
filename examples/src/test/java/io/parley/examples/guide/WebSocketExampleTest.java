package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.negotiation.Mode;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs the guide's example of a session in a WebSocket. */
class WebSocketExampleTest {

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Numbers {
        private double[] number;

        Numbers() {}

        Numbers(double... number) {
            this.number = number;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Total {
        private double value;

        static Total of(Numbers numbers) {
            Total total = new Total();
            total.value = Arrays.stream(numbers.number).sum();
            return total;
        }
    }

    @Test
    void aSessionIsInAWebSocketAtTheUrlOfTheService() throws Exception {
        int port = 0;
        Operation<Numbers, Total> sum = Operation.of("sum", Numbers.class, Total.class);
        Contract contract = Contract.of("urn:samples", sum);
        Total total;
        Optional<String> channel;

        HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                .on(sum, numbers -> Total.of(numbers))
                .withoutStream()
                .start(port);
        try (HttpEndpointClient client =
                HttpEndpointClient.of(contract).mode(Mode.ALWAYS).open(endpoint.url())) {
            total = client.call(sum, new Numbers(1, 2, 3));
            channel = client.channel();
        }

        assertThat(total.value).isEqualTo(6);
        assertThat(channel).contains("websocket");
        endpoint.close();
    }
}
