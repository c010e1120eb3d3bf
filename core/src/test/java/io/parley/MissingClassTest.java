package io.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MissingClassTest {
    @ParameterizedTest
    @CsvSource({
        "io/netty/handler/ssl/SslHandler, io.netty:netty-handler in the version of io.netty:netty-bom",
        "io/netty/handler/codec/http/HttpObject, io.netty:netty-codec-http in",
        "io/netty/handler/codec/ByteToMessageDecoder, 'io.netty:netty-codec-base, or netty-codec of Netty 4.1,'",
        "io/netty/channel/IoHandlerFactory, io.netty:netty-transport in",
        "jakarta/jms/Message, jakarta.jms:jakarta.jms-api",
        "com/example/Other, the jar that has it"
    })
    void theJarToAddIsNamed(String missing, String jar) {
        ServiceConfigurationError failure =
                new ServiceConfigurationError("a provider", new NoClassDefFoundError(missing));

        assertThat(MissingClass.in(failure))
                .hasValueSatisfying(text ->
                        assertThat(text).contains(missing.replace('/', '.')).contains("add " + jar));
    }

    @Test
    void anotherFailureIsNone() {
        assertThat(MissingClass.in(new IllegalStateException("x"))).isEmpty();
    }

    @Test
    void aClassThatIsNeededIsAskedForByName() {
        assertThatThrownBy(() -> MissingClass.check(
                        "io.netty.None", "parley.enabled", getClass().getClassLoader()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("add io.netty:netty-common");
    }
}
