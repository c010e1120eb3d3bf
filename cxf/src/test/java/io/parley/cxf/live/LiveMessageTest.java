package io.parley.cxf.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapBinding;
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

/**
 * Tests that a live message finds the properties that CXF would have gathered, and otherwise behaves like a message of
 * CXF.
 */
class LiveMessageTest {
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
        LiveMessage live = live();
        Message gathered = of(new MessageImpl());
        Map<String, Runnable> places = new TreeMap<>();
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
        places.forEach((place, set) -> {
            set.run();
            gathered.resetContextCache();
            assertThat(live.getContextualProperty("x"))
                    .isEqualTo(place.substring(2))
                    .isEqualTo(gathered.getContextualProperty("x"));
        });
    }

    @Test
    void nothingIsFoundMoreOrLess() {
        exchange.put("of the exchange", 1);
        LiveMessage live = live();
        live.put("of the message", 2);
        Message gathered = of(new MessageImpl());
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
        LiveMessage live = live();
        live.put("x", null);
        Message gathered = of(new MessageImpl());
        gathered.put("x", null);
        assertThat(live.getContextualProperty("x")).isNull();
        assertThat(gathered.getContextualProperty("x")).isNull();
    }

    @Test
    void whatIsSetOrTakenAwayMeanwhileIsSeen() {
        LiveMessage live = live();
        assertThat(live.getContextualProperty("x")).isNull();
        bus.setProperty("x", "bus");
        live.put("x", "message");
        live.remove("x");
        assertThat(live.getContextualProperty("x")).isEqualTo("bus");
    }

    @Test
    void inPlaceOfAnotherItHasWhatThatHasAndShowsItWhatWentWrong() {
        SoapMessage original = new SoapMessage(Soap12.getInstance());
        original.put("x", 1);
        original.setContent(List.class, List.of(2));
        original.setId("an id");
        exchange.setOutMessage(original);

        LiveMessage live = LiveMessage.inPlaceOf(original);

        assertThat(live.entrySet()).isEqualTo(original.entrySet());
        assertThat(live.getVersion()).isSameAs(Soap12.getInstance());
        assertThat((Object) live.getContent(List.class)).isSameAs(original.getContent(List.class));
        assertThat(live.getId()).isEqualTo("an id");
        assertThat(exchange.getOutMessage()).isSameAs(live);
        Exception wrong = new IllegalStateException();
        live.setContent(Exception.class, wrong);
        live.setContent(String.class, "of its own");
        assertThat(original.getContent(Exception.class)).isSameAs(wrong);
        live.removeContent(Exception.class);
        assertThat(original.getContent(Exception.class)).isNull();
        assertThat(live.getContent(String.class)).isEqualTo("of its own");
        assertThat((Object) original.getContent(List.class)).isNotNull();
    }

    @Test
    void aCopyOfItIsOneOfCxfsWithAllThatItHas() {
        LiveMessage live = live();
        live.put("x", 1);
        live.setContent(String.class, "content");
        SoapMessage copy = new SoapMessage(live);
        assertThat(copy).containsEntry("x", 1);
        assertThat(copy.getContent(String.class)).isEqualTo("content");
        assertThat(copy.getExchange()).isSameAs(exchange);
        bus.setProperty("y", "bus");
        assertThat(copy.getContextualProperty("y")).isEqualTo("bus");
    }

    @Test
    void aBindingTakesItAsItIsAndMakesOthersAsBefore() {
        LiveBinding binding = new LiveBinding((SoapBinding) endpoint.getBinding());
        LiveMessage live = new LiveMessage(Soap12.getInstance());
        exchange.setInMessage(live);
        assertThat(binding.createMessage(live)).isSameAs(live).containsEntry(Message.CONTENT_TYPE, "text/xml");
        assertThat(live.getVersion()).isSameAs(Soap11.getInstance());
        Message other = of(new MessageImpl());
        assertThat(binding.createMessage(other)).isNotSameAs(other).isInstanceOf(SoapMessage.class);
        assertThat(binding.getInInterceptors()).isSameAs(endpoint.getBinding().getInInterceptors());
    }

    private LiveMessage live() {
        LiveMessage live = new LiveMessage(Soap11.getInstance());
        live.setExchange(exchange);
        return live;
    }

    private Message of(Message message) {
        message.setExchange(exchange);
        return message;
    }
}
