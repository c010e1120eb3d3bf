package io.parley.cxf.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.auth.DigestAuthSupplier;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpCarrierTest {
    private final Published published = new Published();
    private final HttpCarrier carrier = new HttpCarrier();
    private final Message call = new MessageImpl();
    private HTTPConduit conduit;

    @BeforeEach
    void make() {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING);
        conduit = (HTTPConduit) Published.client(stations).getConduit();
        call.setExchange(new ExchangeImpl());
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aDelegatedKerberosCredentialIsNobodyThatThePolicyNames() {
        AuthorizationPolicy policy = new AuthorizationPolicy();
        policy.setAuthorizationType("Negotiate");
        policy.setUserName("service");
        conduit.setAuthorization(policy);
        assertThat(carrier.obstacle(call, conduit)).isEmpty();

        call.put("org.ietf.jgss.GSSCredential", "alice's");

        assertThat(carrier.obstacle(call, conduit))
                .hasValueSatisfying(why -> assertThat(why).contains("Kerberos"));
    }

    @Test
    void suppliersOfCxfAreNotAskedSinceThePolicySaysIt() {
        conduit.setAuthSupplier(new DigestAuthSupplier());

        assertThat(carrier.obstacle(call, conduit)).isEmpty();
        assertThat(carrier.shownHeaders(call, conduit)).isEmpty();
    }

    @Test
    void whatASupplierGivesIsAskedOnceAndIsTheIdentity() {
        conduit.setAuthSupplier(new Numbering());
        assertThat(carrier.obstacle(call, conduit)).isEmpty();

        assertThat(carrier.shownHeaders(call, conduit)).containsOnlyKeys("Authorization");
        assertThat(carrier.shownHeaders(call, conduit)).isEqualTo(carrier.shownHeaders(call, conduit));
        var first = carrier.credentials(call, conduit);
        assertThat(carrier.credentials(call, conduit)).isEqualTo(first);
        assertThat(carrier.obstacle(call, conduit))
                .as("asked again before sending")
                .isEmpty();
        assertThat(carrier.credentials(call, conduit)).isNotEqualTo(first);
    }

    /** Supplies a different token each time. */
    private static final class Numbering implements HttpAuthSupplier {
        private int given;

        @Override
        public boolean requiresRequestCaching() {
            return false;
        }

        @Override
        public @Nullable String getAuthorization(
                AuthorizationPolicy policy, URI uri, Message message, @Nullable String challenge) {
            return "Bearer " + given++;
        }
    }
}
