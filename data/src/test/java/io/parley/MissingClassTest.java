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
        "io/netty/channel/epoll/Epoll, io.netty:netty-transport-classes-epoll in",
        "org/slf4j/Logger, org.slf4j:slf4j-api",
        "jakarta/jms/Message, jakarta.jms:jakarta.jms-api",
        "jakarta/xml/ws/Holder, jakarta.xml.ws:jakarta.xml.ws-api",
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

    @Test
    void whatNeedsAClassThatIsNotThereIsRefusedWithTheJarAndOtherFaultsAreNot() {
        assertThatThrownBy(() -> MissingClass.check(() -> fail("jakarta/xml/soap/Node"), "parley.enabled"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("add jakarta.xml.soap:jakarta.xml.soap-api");
        LinkageError other = new UnsatisfiedLinkError("x");
        assertThatThrownBy(() -> MissingClass.check(
                        () -> {
                            throw other;
                        },
                        "parley.enabled"))
                .isSameAs(other);
    }

    private static void fail(String missing) {
        throw new NoClassDefFoundError(missing);
    }
}
