package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.testkit.FreePort;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that an invalid setting fails the start of an endpoint with an error that names what was expected. */
class RefusedSettingsTest {
    private final Bus bus = BusFactory.newInstance().createBus();

    @WebService
    public interface Echo {
        String echo(String text);
    }

    @WebService(endpointInterface = "io.parley.cxf.RefusedSettingsTest$Echo")
    public static class Echoing implements Echo {
        @Override
        public String echo(String text) {
            return text;
        }
    }

    @AfterEach
    void end() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parley.port|abc|parley.port: expected a port from 0 to 65535, found abc",
                "parley.port|70000|parley.port: expected a port from 0 to 65535, found 70000",
                "parley.mode|allways|parley.mode: expected one of auto, always, never, found allways",
                "parley.channels|streem|found streem",
                "parley.channels|jms,htp|write parley.channels=jms,http",
                "parley.compression|zstdd|write parley.compression=zstd",
                "parley.representations|hhfr,bnuks|write parley.representations=hhfr,bnux",
                "parley.representations|hhfr; echo=hffr|write parley.representations=hhfr; echo=hhfr",
                "parley.reliability|resumed|parley.reliability: expected one of none, resume, durable, found resumed",
                "parley.static-headers|yes|parley.static-headers: expected true or false, found yes",
                "parley.limits.message-bytes|64XB|expected a whole number of bytes, or as 64MB, at least 1, found 64XB",
                "parley.limits.stall-millis|10MB|whole number of milliseconds, or as 30s, at least 1, found 10MB",
                "parley.limits.depth|0|expected a whole number of levels, at least 1, found 0",
                "parley.context-store|sqlit:x|write parley.context-store=sqlite",
                "parley.context-store|infinispan:/x|parley-context-store and org.infinispan:infinispan-core to the class",
            })
    void aValueThatCannotBeUsedEndsTheStart(String name, String value, String text) {
        assertThatThrownBy(() -> publish(new ParleyFeature().set(name, value))).hasStackTraceContaining(text);
        assertThatThrownBy(() -> proxy(new ParleyFeature().set(name, value))).hasStackTraceContaining(text);
        bus.setProperty(name, value);
        assertThatThrownBy(() -> publish(new ParleyFeature()))
                .hasStackTraceContaining(text)
                .hasStackTraceContaining(" at the bus " + bus.getId() + "; ");
    }

    @Test
    void aBusThatIsSwitchedOnByItsPropertyLooksAtTheOthersToo() {
        bus.setProperty("parley.enabled", "true");
        bus.setProperty("parley.limits.depth", "deep");
        assertThatThrownBy(() -> publish()).hasStackTraceContaining("parley.limits.depth: expected a whole number");
    }

    @ParameterizedTest
    @CsvSource({"parley.enbled, true, write parley.enabled", "parley.enabled, treu, write parley.enabled=true"})
    void aMisspeltSwitchOfABusIsRefusedThoughNothingIsSwitchedOn(String name, String value, String text) {
        bus.setProperty(name, value);
        assertThatThrownBy(() -> publish()).hasStackTraceContaining(text);
    }

    @Test
    void aNameThatNoSettingHasIsRefusedWithTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParleyFeature().set("parley.modus", "auto"))
                .withMessage(
                        "parley.modus: expected the name of a setting, found another at a feature; write parley.mode");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParleyFeature().setSettings(Map.of("parley.limits.messagebytes", 1)))
                .withMessageContaining("write parley.limits.message-bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParleyFeature().set("parley.message-bytes", "64MB"))
                .withMessageContaining("write parley.limits.message-bytes");
        bus.setProperty("parley.modus", "auto");
        assertThatThrownBy(() -> publish(new ParleyFeature()))
                .hasStackTraceContaining("parley.modus: expected the name of a setting");
    }

    @Test
    void sizesAndTimesHaveUnits() {
        Server server = publish(new ParleyFeature()
                .set(Limit.MESSAGE_BYTES.setting(), "64 MB")
                .set(Limit.STALL_MILLIS.setting(), "30s"));

        assertThat(server.isStarted()).isTrue();
        assertThat(ParleyStatus.of(server)).isPresent();
    }

    private Server publish(ParleyFeature... features) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress("http://localhost:" + FreePort.find() + "/echo");
        factory.getFeatures().addAll(List.of(features));
        factory.setServiceBean(new Echoing());
        return factory.create();
    }

    private Echo proxy(ParleyFeature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setAddress("http://localhost:" + FreePort.find() + "/echo");
        factory.getFeatures().add(feature);
        return factory.create(Echo.class);
    }
}
