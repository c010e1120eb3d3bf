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

/** Application with the service. Its properties are in {@code service.properties}. */
@SpringBootApplication
public class ForecastService {
    /** Runs the application until it is stopped; arguments are those of Spring Boot. */
    public static void main(String[] arguments) {
        start(arguments);
    }

    /** Starts the application; returns when it is running. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(ForecastService.class)
                .properties("spring.config.name=service")
                .run(arguments);
    }

    /** Publishes the service below the path of CXF's servlet. */
    @Bean
    Endpoint forecast(Bus bus, MetricsProvider metrics) {
        EndpointImpl endpoint = new EndpointImpl(bus, new Calm());
        endpoint.getFeatures().add(new MetricsFeature(metrics));
        endpoint.publish("/forecast");
        return endpoint;
    }

    /** Implementation of the service; it contains nothing of Parley. */
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
