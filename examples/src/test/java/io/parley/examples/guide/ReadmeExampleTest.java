package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the example on the first screen of the README. */
public class ReadmeExampleTest {
    private final Place place = new Place();

    @WebService
    public interface Summation {
        float sum(@WebParam(name = "number") float[] numbers);
    }

    @WebService
    public static class SummationService implements Summation {
        @Override
        public float sum(float[] numbers) {
            float sum = 0;
            for (float number : numbers) {
                sum += number;
            }
            return sum;
        }
    }

    @AfterEach
    void leave() {
        place.close();
    }

    @Test
    void theFirstCallIsSoapAndTheNextOnesStream() throws Exception {
        String address = place.address("summation");

        // The service: one feature, nothing else changes.
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setServiceBean(new SummationService());
        server.setAddress(address);
        server.getFeatures().add(new ParleyFeature());
        server.create();

        // The client: the same feature. Its first call is SOAP; once both sides agree, calls stream.
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setServiceClass(Summation.class);
        client.setAddress(address);
        client.getFeatures().add(new ParleyFeature());
        Summation summation = client.create(Summation.class);
        float sum = summation.sum(new float[] {1, 2, 3});

        assertThat(sum).isEqualTo(6);
        ParleyStatus.settled(ClientProxy.getClient(summation))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertThat(summation.sum(new float[] {1, 2})).isEqualTo(3);
        assertThat(ParleyStatus.of(ClientProxy.getClient(summation)).orElseThrow())
                .satisfies(status -> assertThat(status.fallbacks()).hasSize(1))
                .satisfies(status -> assertThat(status.streamedCalls()).isEqualTo(1));
    }
}
