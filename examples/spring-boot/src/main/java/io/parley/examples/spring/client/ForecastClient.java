package io.parley.examples.spring.client;

import io.parley.examples.spring.Forecast;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.metrics.MetricsFeature;
import org.apache.cxf.metrics.MetricsProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Application that calls the service for each web request. Its properties are in {@code client.properties}. */
@SpringBootApplication
public class ForecastClient {
    /** Runs the application until it is stopped; arguments are those of Spring Boot. */
    public static void main(String[] arguments) {
        start(arguments);
    }

    /** Starts the application; returns when it is running. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(ForecastClient.class)
                .properties("spring.config.name=client")
                .run(arguments);
    }

    /** Creates an ordinary CXF proxy. */
    @Bean
    Forecast forecast(Bus bus, MetricsProvider metrics, @Value("${forecast.address}") String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setAddress(address);
        factory.getFeatures().add(new MetricsFeature(metrics));
        return factory.create(Forecast.class);
    }
}
