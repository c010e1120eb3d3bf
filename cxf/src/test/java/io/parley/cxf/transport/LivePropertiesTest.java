package io.parley.cxf.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message that looks its contextual properties up finds what CXF would have gathered. */
class LivePropertiesTest {
    private final Bus bus = BusFactory.newInstance().createBus();
    private final Exchange exchange = new ExchangeImpl();
    private Endpoint endpoint;

    @BeforeEach
    void connect() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(WrappedStations.class);
        factory.setAddress("http://localhost:1/nobody-listens-here");
        endpoint = ClientProxy.getClient(factory.create()).getEndpoint();
        exchange.put(Bus.class, bus);
        exchange.put(Service.class, endpoint.getService());
        exchange.put(Endpoint.class, endpoint);
    }

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    @Test
    void eachPlaceWinsOverThoseAroundIt() {
        Map<String, Runnable> places = new HashMap<>();
        Message live = live();
        Message gathered = message(new MessageImpl());
        places.put("0 bus", () -> bus.setProperty("x", "bus"));
        places.put("1 service", () -> endpoint.getService().put("x", "service"));
        places.put("2 binding", () -> endpoint.getEndpointInfo().getBinding().setProperty("x", "binding"));
        places.put("3 endpoint info", () -> endpoint.getEndpointInfo().setProperty("x", "endpoint info"));
        places.put("4 endpoint", () -> endpoint.put("x", "endpoint"));
        places.put("5 exchange", () -> exchange.put("x", "exchange"));
        places.put("6 message", () -> {
            live.put("x", "message");
            gathered.put("x", "message");
        });
        assertThat(live.getContextualProperty("x")).isNull();
        places.keySet().stream().sorted().forEach(place -> {
            places.get(place).run();
            gathered.resetContextCache();
            assertThat(live.getContextualProperty("x"))
                    .isEqualTo(place.substring(2))
                    .isEqualTo(gathered.getContextualProperty("x"));
        });
    }

    @Test
    void nothingIsFoundMoreOrLess() {
        exchange.put("of the exchange", 1);
        Message live = live();
        live.put("of the message", 2);
        Message gathered = message(new MessageImpl());
        gathered.putAll(live);
        gathered.getContextualProperty("");
        assertThat(live.getContextualPropertyKeys())
                .isNotEmpty()
                .isEqualTo(gathered.getContextualPropertyKeys())
                .allSatisfy(name ->
                        assertThat(live.getContextualProperty(name)).isEqualTo(gathered.getContextualProperty(name)));
        assertThat(live.getContextualProperty(null)).isNull();
    }

    @Test
    void aPropertyThatIsNullInTheMessageHidesTheOthers() {
        bus.setProperty("x", "bus");
        Message live = live();
        live.put("x", null);
        assertThat(live.getContextualProperty("x")).isNull();
    }

    @Test
    void whatIsTakenAwayIsGone() {
        bus.setProperty("x", "bus");
        Message live = live();
        live.put("x", "message");
        live.remove("x");
        assertThat(live.getContextualProperty("x")).isEqualTo("bus");
    }

    @Test
    void aMessageThatForgetsItsContextGathersItAnew() {
        bus.setProperty("x", "bus");
        Message live = live();
        exchange.setOutMessage(live);
        exchange.put(Endpoint.class, endpoint);
        assertThat(live.getContextualProperty("x")).isEqualTo("bus");
        bus.setProperty("x", "other");
        assertThat(live.getContextualProperty("x")).as("gathered once").isEqualTo("bus");
    }

    /** That nothing was gathered shows that CXF keeps its map where it is looked for. */
    private Message live() {
        Message live = message(new SoapMessage(Soap11.getInstance()));
        LiveProperties.install(live);
        bus.setProperty("later", true);
        assertThat(live.getContextualProperty("later")).isEqualTo(true);
        bus.setProperty("later", false);
        assertThat(live.getContextualProperty("later")).isEqualTo(false);
        return live;
    }

    private Message message(Message message) {
        message.setExchange(exchange);
        return message;
    }
}
