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

/** The application that calls it, whenever somebody asks it for a place. Its properties are {@code client.properties}. */
@SpringBootApplication
public class ForecastClient {
    /** Runs it until it is stopped; arguments are as Spring Boot has them. */
    public static void main(String[] arguments) {
        start(arguments);
    }

    /** It runs when this returns. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(ForecastClient.class)
                .properties("spring.config.name=client")
                .run(arguments);
    }

    /** A proxy, as any. */
    @Bean
    Forecast forecast(Bus bus, MetricsProvider metrics, @Value("${forecast.address}") String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setAddress(address);
        factory.getFeatures().add(new MetricsFeature(metrics));
        return factory.create(Forecast.class);
    }
}
