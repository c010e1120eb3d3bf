package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.transport.stream.endpoint.Invitation;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Runs the README's example of a service without CXF. */
class StandaloneExampleTest {

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
    void aServiceAndItsClientWithoutCxf() throws Exception {
        Operation<Numbers, Total> sum =
                Operation.of("sum", Numbers.class, Total.class); // JAXB, or elements of a schema
        Contract contract = Contract.of("urn:sums", sum);

        StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                .on(sum, numbers -> Total.of(numbers))
                .start(0);

        Invitation invitation = endpoint.invite("a client"); // the terms, and a token that works once
        Total total;
        try (StreamClient client = StreamClient.of(contract).open(invitation)) {
            total = client.call(sum, new Numbers(1, 2, 3));
        }

        assertThat(total.value).isEqualTo(6);
        endpoint.close();
    }
}
