package io.parley.cxf.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests CXF services and clients with the quic channel on their class path. */
class QuicServiceTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.QUIC)
    @Test
    void whoNamesQuicAtBothSidesHasAProtectedSessionAtAnHttpAddress() {
        // On a busy machine another agreed channel could be chosen first.
        Agreement agreement = agreed("quic,stream", "quic");

        assertThat(agreement.channel()).isEqualTo("quic");
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.TLS);
        assertThat(agreement.certificate()).hasSize(64);
    }

    @Shows(Use.QUIC_UNNAMED)
    @ParameterizedTest(name = "service {0}, client {1}")
    @CsvSource(
            delimiter = '|',
            value = {"- | - | stream", "quic,stream | - | stream", "- | quic,stream | stream", "http | quic,http | http"
            })
    void withoutItsNameAtBothSidesTheSessionIsOnAnotherChannel(String service, String client, String expected) {
        Agreement agreement = agreed(service, client);

        assertThat(agreement.channel()).isEqualTo(expected);
        assertThat(agreement.security()).isEqualTo(ChannelSecurity.NONE);
    }

    private Agreement agreed(String service, String client) {
        published.publishAny(
                new WrappedStationsImpl(), published.address(), SOAP11, named(new ParleyFeature(), service));
        WrappedStations proxy = published.proxy(
                WrappedStations.class, SOAP11, named(Published.patient().mode(Mode.ALWAYS), client));
        assertThat(proxy.echo("x")).isEqualTo("x");
        assertThat(Published.status(proxy).streamedCalls()).isOne();
        return Published.status(proxy).agreement().orElseThrow();
    }

    /** Sets the channels, unless the default applies. */
    private static ParleyFeature named(ParleyFeature feature, String channels) {
        return channels.equals("-") ? feature : feature.set("parley.channels", channels);
    }
}
