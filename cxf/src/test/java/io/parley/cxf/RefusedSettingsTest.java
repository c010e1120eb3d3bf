package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.testkit.FreePort;
import jakarta.jws.WebService;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ServerFactoryBean;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A setting that cannot be used ends the start of an endpoint, and says what was expected. */
class RefusedSettingsTest {
    private final Bus bus = BusFactory.newInstance().createBus();

    /** The service. */
    @WebService
    public interface Echo {
        String echo(String text);
    }

    /** Its implementation. */
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
                "parley.port|abc|parley.port: expected a whole number of ports, found abc",
                "parley.port|70000|parley.port: expected a port from 0 to 65535, found 70000",
                "parley.mode|allways|parley.mode: expected one of auto, always, never, found allways",
                "parley.channels|streem|(perhaps stream), found streem",
                "parley.channels|jms,htp|(perhaps http), found htp",
                "parley.compression|zstdd|(perhaps zstd), found zstdd",
                "parley.representations|hhfr,bnuks|(perhaps bnux), found bnuks",
                "parley.representations|hhfr; echo=hffr|(perhaps hhfr), found hffr",
                "parley.reliability|resumed|parley.reliability: expected none, resume or durable, found resumed",
                "parley.static-headers|yes|parley.static-headers: expected true or false, found yes",
                "parley.limits.message-bytes|64XB|expected a whole number of bytes, or as 64MB, found 64XB",
                "parley.limits.stall-millis|10MB|expected a whole number of milliseconds, or as 30s, found 10MB",
                "parley.limits.depth|0|parley.limits.depth: expected at least 1, found 0",
            })
    void aValueThatCannotBeUsedEndsTheStart(String name, String value, String text) {
        assertThatThrownBy(() -> publish(new ParleyFeature().set(name, value))).hasStackTraceContaining(text);
        assertThatThrownBy(() -> proxy(new ParleyFeature().set(name, value))).hasStackTraceContaining(text);
        bus.setProperty(name, value);
        assertThatThrownBy(() -> publish(new ParleyFeature())).hasStackTraceContaining(text);
    }

    @Test
    void aNameThatNoSettingHasIsRefusedWithTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParleyFeature().set("parley.modus", "auto"))
                .withMessage("expected a setting of Parley (perhaps parley.mode), found parley.modus");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ParleyFeature().setSettings(Map.of("parley.limits.messagebytes", 1)))
                .withMessageContaining("perhaps parley.limits.message-bytes");
        bus.setProperty("parley.modus", "auto");
        assertThatThrownBy(() -> publish(new ParleyFeature())).hasStackTraceContaining("found parley.modus");
    }

    @Test
    void sizesAndTimesHaveUnits() throws Exception {
        Server server = publish(new ParleyFeature()
                .set(Limit.MESSAGE_BYTES.setting(), "64 MB")
                .set(Limit.STALL_MILLIS.setting(), "30s"));

        assertThat(server.isStarted()).isTrue();
        assertThat(ParleyStatus.of(server)).isPresent();
    }

    private Server publish(ParleyFeature feature) throws Exception {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        set(factory, feature);
        factory.setServiceBean(new Echoing());
        return factory.create();
    }

    private Echo proxy(ParleyFeature feature) throws Exception {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setAddress("http://localhost:" + FreePort.find() + "/echo");
        factory.getFeatures().add(feature);
        return factory.create(Echo.class);
    }

    private void set(ServerFactoryBean factory, ParleyFeature feature) throws Exception {
        factory.setBus(bus);
        factory.setAddress("http://localhost:" + FreePort.find() + "/echo");
        factory.getFeatures().add(feature);
    }
}
