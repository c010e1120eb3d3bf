package io.parley.cxf.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.EndpointImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.xml.XmlBeanDefinitionStoreException;
import org.springframework.context.support.ClassPathXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests applications configured by Spring XML with the elements of {@code urn:parley:spring}. */
class SpringNamespaceTest {
    private final List<ClassPathXmlApplicationContext> contexts = new ArrayList<>();
    private final Map<String, Object> properties = new HashMap<>(Map.of(
            "address", "http://localhost:" + Published.freePort() + "/stations",
            "mode", "always",
            "message-bytes", "123456"));

    @AfterEach
    void stop() {
        contexts.forEach(ClassPathXmlApplicationContext::close);
        BusFactory.setDefaultBus(null);
        BusFactory.setThreadDefaultBus(null);
    }

    @Shows(Use.SPRING_NAMESPACE)
    @Test
    void anElementAmongTheFeaturesOfAnEndpointAndOfAClientSwitchesOnWhereItStands() {
        ClassPathXmlApplicationContext services = context("service.xml");
        WrappedStations stations = context("client.xml").getBean("stations", WrappedStations.class);

        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);

        ParleyStatus status = status(stations);
        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.agreement().orElseThrow().limits().get(Limit.MESSAGE_BYTES))
                .as("the limit of the service, by a placeholder")
                .isEqualTo(123_456);
        assertThat(ParleyStatus.of(server(services, "stations"))).isPresent();
        assertThat(ParleyStatus.of(server(services, "plain"))).isEmpty();
    }

    @Shows(Use.SPRING_NAMESPACE)
    @Test
    void anElementAmongTheFeaturesOfABusSwitchesOnAllOfItAndThatOfAnEndpointWins() {
        context("service-bus.xml");
        ClassPathXmlApplicationContext clients = context("client-bus.xml");
        WrappedStations stations = clients.getBean("stations", WrappedStations.class);
        WrappedStations plain = clients.getBean("plain", WrappedStations.class);

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(plain.echo("y")).isEqualTo("y");

        assertThat(status(stations).streamedCalls()).isEqualTo(1);
        assertThat(status(stations).agreement().orElseThrow().representation()).isEqualTo("bnux");
        assertThat(status(plain).streamedCalls()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"unknown-setting.xml, mod", "unknown-limit.xml, mesage-bytes"})
    void anAttributeThatIsNoSettingIsRefusedWhenTheApplicationStarts(String file, String name) {
        assertThatThrownBy(() -> context(file))
                .isInstanceOf(XmlBeanDefinitionStoreException.class)
                .rootCause()
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void aValueThatCannotBeUsedIsRefusedWithItsNameAndWhatToWrite() {
        properties.put("message-bytes", "64XB");
        assertThatThrownBy(() -> context("service.xml"))
                .hasStackTraceContaining(
                        "parley.limits.message-bytes: expected a whole number of bytes, or as 64MB, at least 1, found 64XB"
                                + " at a feature; write it as in parley.limits.message-bytes=64MB");
    }

    private ClassPathXmlApplicationContext context(String file) {
        ClassPathXmlApplicationContext context = new ClassPathXmlApplicationContext();
        context.setConfigLocation("io/parley/cxf/spring/" + file);
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        context.refresh();
        contexts.add(context);
        return context;
    }

    private static Server server(ClassPathXmlApplicationContext context, String name) {
        return context.getBean(name, EndpointImpl.class).getServer();
    }

    private static ParleyStatus status(Object proxy) {
        return Published.status(proxy);
    }
}
