package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What of an application's properties a bus gets. */
class BusPropertiesTest {
    private final StandardEnvironment environment = new StandardEnvironment();
    private final Bus bus = new ExtensionManagerBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    @Test
    void environmentVariablesAreFoundInBothOfTheirForms() {
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment",
                        Map.of(
                                "PARLEY_ENABLED", "true",
                                "PARLEY_ADVERTISEDHOST", "outside",
                                "PARLEY_LIMITS_MESSAGE_BYTES", "1000000")));
        apply();
        assertThat(bus.getProperty("parley.enabled")).isEqualTo("true");
        assertThat(bus.getProperty("parley.advertised-host")).isEqualTo("outside");
        assertThat(bus.getProperty("parley.limits.message-bytes")).isEqualTo("1000000");
    }

    @Test
    void whatStandsOnTheBusAlreadyStaysAndWhatIsNoSettingIsLeftAlone() {
        bus.setProperty("parley.mode", "never");
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("parley.mode", "always", "parley.unknown", "x")));
        apply();
        assertThat(bus.getProperty("parley.mode")).isEqualTo("never");
        assertThat(bus.getProperty("parley.unknown")).isNull();
        assertThat(bus.getProperty("parley.enabled")).isNull();
    }

    private void apply() {
        ConfigurationPropertySources.attach(environment);
        assertThat(new BusProperties(environment).postProcessBeforeInitialization(bus, "cxf"))
                .isSameAs(bus);
    }
}
