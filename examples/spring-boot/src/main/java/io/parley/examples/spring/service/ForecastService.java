package io.parley.examples.spring.service;

import io.parley.examples.spring.Forecast;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.util.Arrays;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.metrics.MetricsFeature;
import org.apache.cxf.metrics.MetricsProvider;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The application that has the service. Its properties are {@code service.properties}. */
@SpringBootApplication
public class ForecastService {
    /** Runs it until it is stopped; arguments are as Spring Boot has them. */
    public static void main(String[] arguments) {
        start(arguments);
    }

    /** It runs when this returns. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(ForecastService.class)
                .properties("spring.config.name=service")
                .run(arguments);
    }

    /** Publishes it below the path of CXF's servlet. */
    @Bean
    Endpoint forecast(Bus bus, MetricsProvider metrics) {
        EndpointImpl endpoint = new EndpointImpl(bus, new Calm());
        endpoint.getFeatures().add(new MetricsFeature(metrics));
        endpoint.publish("/forecast");
        return endpoint;
    }

    /** It stays as it is. */
    @WebService(
            endpointInterface = "io.parley.examples.spring.Forecast",
            targetNamespace = "urn:parley:sample:forecast")
    public static final class Calm implements Forecast {
        @Override
        public double[] temperatures(String place, int hours) {
            double[] degrees = new double[hours];
            Arrays.fill(degrees, place.length());
            return degrees;
        }
    }
}
