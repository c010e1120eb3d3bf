package io.parley.cxf.typetest;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the type tests over the http channel. */
class TypeTestsOverHttpTest extends TypeTestsOverChannel {
    private final Bus services = BusFactory.newInstance().createBus();
    private final Bus clients = BusFactory.newInstance().createBus();

    TypeTestsOverHttpTest() {
        super("http");
    }

    @BeforeAll
    void publish() {
        String without = published();
        String with = published(posts());
        plain = proxy(clients, without);
        plainToWith = proxy(clients, with);
        withToPlain = proxy(clients, without, posts());
        streaming = proxy(clients, with, posts().mode(Mode.ALWAYS));
    }

    @AfterAll
    void stop() {
        clients.shutdown(true);
        services.shutdown(true);
    }

    private static ParleyFeature posts() {
        return Published.patient().set("parley.channels", "http");
    }

    private String published(ParleyFeature... features) {
        String address = "http://localhost:" + Published.freePort() + "/types";
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(services);
        publisher.setServiceClass(TypeTestServices.Doc.class);
        publisher.setServiceBean(new TypeTestServices.Doc());
        publisher.setAddress(address);
        publisher.getFeatures().addAll(List.of(features));
        publisher.create();
        return address;
    }
}
