package io.parley.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ConfigurationException;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Tests which of an application's properties a bus receives. */
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
    void whatStandsOnTheBusAlreadyStays() {
        bus.setProperty("parley.mode", "never");
        add(Map.of("parley.mode", "always"));
        apply();
        assertThat(bus.getProperty("parley.mode")).isEqualTo("never");
        assertThat(bus.getProperty("parley.enabled")).isNull();
    }

    @Test
    void listsAreJoinedAndNamesMayBeWrittenInAnyCase() {
        add(Map.of("parley.channels[0]", "http", "parley.channels[1]", "stream", "parley.advertisedHost", "outside"));
        apply();
        assertThat(bus.getProperty("parley.channels")).isEqualTo("http,stream");
        assertThat(bus.getProperty("parley.advertised-host")).isEqualTo("outside");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parley.modus|auto|parley.modus: expected the name of a setting, found another|write parley.mode",
                "parley.limits.mesage-bytes|1|parley.limits.mesage-bytes: expected the name|write parley.limits.message-bytes",
                "parley.enbled|true|parley.enbled: expected the name|write parley.enabled",
                "parley.enabled|treu|parley.enabled: expected true or false, found treu|write parley.enabled=true",
                "parley.mode|allways|parley.mode: expected one of auto, always, never, found allways|write parley.mode=always",
                "parley.port|abc|parley.port: expected a port from 0 to 65535, found abc|write it as in parley.port=9443",
                "parley.channels|streem|found streem|write parley.channels=stream",
                "parley.channels[0]|streem|found streem|write parley.channels=stream",
                "parley.compression|zstd|expected one of delta, none, found zstd|add io.parley:parley-codecs to the class path",
                "parley.context-store|sqlite:x|found sqlite|add io.parley:parley-context-store to the class path",
            })
    void aFaultEndsTheStartWithItsPlaceAndWhatToWrite(String name, String value, String fault, String remedy) {
        add(Map.of(name, value));
        assertThatThrownBy(this::apply)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(fault)
                .hasMessageContaining(" from property source \"test\"; ")
                .hasMessageEndingWith(remedy);
    }

    @Test
    void namesOfOtherProgramsInTheEnvironmentAreLeftAlone() {
        environment
                .getPropertySources()
                .addFirst(
                        new SystemEnvironmentPropertySource("systemEnvironment", Map.of("PARLEY_HOME", "/opt/parley")));
        apply();
        assertThat(bus.getProperty("parley.home")).isNull();
    }

    private void add(Map<String, Object> properties) {
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
    }

    private void apply() {
        ConfigurationPropertySources.attach(environment);
        assertThat(new BusProperties(ParleyProperties.of(environment)).postProcessBeforeInitialization(bus, "cxf"))
                .isSameAs(bus);
    }
}
