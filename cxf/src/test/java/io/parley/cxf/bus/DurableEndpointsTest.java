package io.parley.cxf.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.bus.DurableAgreements.Home;
import io.parley.cxf.bus.DurableEndpoints.Name;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which endpoint continues the sessions of another process. */
class DurableEndpointsTest {
    private static final Name BEFORE = new Name("{urn:orders:1}OrdersPort", "/orders");
    private static final Name AFTER = new Name("{urn:orders:2}OrdersPort", "/orders");
    private static final Name OTHER = new Name("{urn:prices}PricesPort", "/prices");

    private final Home home = (digest, stored) -> Optional.empty();
    private Instant now = Instant.EPOCH;
    private final DurableEndpoints endpoints = new DurableEndpoints(() -> now);

    @Test
    void anEndpointIsFoundByNameAndPathUntilItIsRemoved() {
        endpoints.add(BEFORE, home);
        endpoints.remove(BEFORE, (digest, stored) -> Optional.empty());
        assertThat(endpoints.find(BEFORE)).containsSame(home);

        endpoints.remove(BEFORE, home);
        assertMayStillBePublished(BEFORE);
    }

    @Test
    void sessionsOfAnEndpointWhoseAddressAnotherHasAreNotContinued() {
        endpoints.add(AFTER, home);
        assertMayStillBePublished(BEFORE);

        now = now.plus(DurableEndpoints.PUBLISHING);
        assertThat(endpoints.find(BEFORE)).isEmpty();
    }

    @Test
    void aNameIsReadAsItWasStored() {
        assertThat(BEFORE.text()).isEqualTo("{urn:orders:1}OrdersPort /orders");
        assertThat(Name.of(BEFORE.text())).isEqualTo(BEFORE);
    }

    @Test
    void endpointsOfOtherAddressesSayNothing() {
        endpoints.add(OTHER, home);
        now = now.plus(DurableEndpoints.PUBLISHING);

        assertMayStillBePublished(BEFORE);
    }

    private void assertMayStillBePublished(Name name) {
        assertThatThrownBy(() -> endpoints.find(name)).hasMessageContaining("not published here yet");
    }
}
