package io.parley.spring;

import io.parley.cxf.ParleyStatus;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The shared contract of two minimal Spring Boot applications. */
@WebService(targetNamespace = "urn:parley:test:twice")
public interface Twice {
    @WebResult(name = "result")
    int twice(@WebParam(name = "number") int number);

    /** The application with the service. */
    @EnableAutoConfiguration
    class Serving {
        @Bean
        Endpoint twice(Bus bus) {
            EndpointImpl endpoint = new EndpointImpl(bus, new Doubling());
            endpoint.publish("/twice");
            return endpoint;
        }
    }

    /** The same application, which accepts traffic only when it is prepared for offers. */
    class Prepared extends Serving {
        @Bean
        ApplicationRunner prepared(Endpoint endpoint) {
            return arguments -> ParleyStatus.ready(((EndpointImpl) endpoint).getServer())
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES);
        }
    }

    /** The application that calls the service. */
    @EnableAutoConfiguration
    class Asking {
        @Bean
        Twice twice(Bus bus, @Value("${twice.address}") String address) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setAddress(address);
            return factory.create(Twice.class);
        }
    }

    /** The service. */
    @WebService(endpointInterface = "io.parley.spring.Twice", targetNamespace = "urn:parley:test:twice")
    final class Doubling implements Twice {
        @Override
        public int twice(int number) {
            return 2 * number;
        }
    }
}
