package io.parley.spring.sample.client;

import io.parley.spring.sample.Forecast;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application that calls it. */
@SpringBootApplication
public class ForecastClient {
    /** A proxy, as any. */
    @Bean
    Forecast forecast(Bus bus, @Value("${forecast.address}") String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setAddress(address);
        return factory.create(Forecast.class);
    }
}
