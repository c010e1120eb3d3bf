package io.parley.cxf.typetest;

import io.parley.cxf.Published;
import io.parley.cxf.jms.OnQueue;
import io.parley.cxf.jms.SoapQueue;
import io.parley.negotiation.Mode;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.cxf.feature.Feature;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the type tests over JMS. */
class TypeTestsOverJmsTest extends TypeTestsOverChannel {
    private EmbeddedBroker broker;
    private OnQueue on;

    TypeTestsOverJmsTest() {
        super("jms");
    }

    @BeforeAll
    void publish() throws IOException {
        broker = EmbeddedBroker.builder().queue("plain").queue("with").start();
        on = new OnQueue(broker);
        OnQueue.publish(on.serviceBus, new TypeTestServices.Doc(), queue("plain"));
        OnQueue.publish(on.serviceBus, new TypeTestServices.Doc(), queue("with"), Published.patient());
        plain = proxy("plain");
        plainToWith = proxy("with");
        withToPlain = proxy("plain", Published.patient());
        streaming = proxy("with", Published.patient().mode(Mode.ALWAYS));
    }

    @AfterAll
    void stop() throws IOException {
        on.close();
    }

    private SoapQueue queue(String name) {
        return SoapQueue.of(BrokerAccess.byUrl(broker.localUrl()), name);
    }

    private Object proxy(String name, Feature... features) {
        SoapQueue queue = queue(name);
        Feature[] all = Stream.concat(Stream.of(features), Stream.of(queue)).toArray(Feature[]::new);
        return proxy(on.clientBus, queue.address(), all);
    }
}
