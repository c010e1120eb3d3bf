package io.parley.spring.sample.service;

import io.parley.spring.sample.Forecast;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.util.Arrays;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application that has the service. */
@SpringBootApplication
public class ForecastService {
    /** Publishes it below the path of CXF's servlet. */
    @Bean
    Endpoint forecast(Bus bus) {
        EndpointImpl endpoint = new EndpointImpl(bus, new Calm());
        endpoint.publish("/forecast");
        return endpoint;
    }

    /** It stays as it is. */
    @WebService(endpointInterface = "io.parley.spring.sample.Forecast", targetNamespace = "urn:parley:sample:forecast")
    public static final class Calm implements Forecast {
        @Override
        public double[] temperatures(String place, int hours) {
            double[] degrees = new double[hours];
            Arrays.fill(degrees, place.length());
            return degrees;
        }
    }
}
