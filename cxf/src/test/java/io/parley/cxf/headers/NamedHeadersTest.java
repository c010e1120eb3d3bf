package io.parley.cxf.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.Cursor;
import io.parley.context.Scope;
import io.parley.context.Value;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.testkit.Planted;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.UUID;
import org.apache.cxf.headers.Header;
import org.apache.cxf.service.factory.ServiceConstructionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests header blocks that both sides find by their context URIs, in the store and named at a negotiation. */
class NamedHeadersTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final String place = UUID.randomUUID().toString();
    private final String block = "<t:tenant xmlns:t=\"urn:tenants\">" + place + "</t:tenant>";
    private final ContentAddress address = Value.of(block, "application/xml").address();
    private final Published published = new Published();
    private Published restarted;

    @AfterEach
    void stop() {
        published.close();
        if (restarted != null) {
            restarted.close();
        }
    }

    @Test
    void bothSidesPutThemIntoTheirStoresUnderTheHashOfTheirText() {
        published.serviceBus.setProperty("parley.context-store", "one:" + place);
        published.clientBus.setProperty("parley.context-store", "one:client-" + place);
        publish();
        WrappedStations stations = proxy("");
        call(stations, 3);

        await().untilAsserted(
                        () -> assertThat(Published.status(stations).storeTime()).isPresent());
        for (String store : List.of(place, "client-" + place)) {
            await().untilAsserted(() -> assertThat(new Contents(OneStoreProvider.at(store)).get(address))
                    .as(address.uri())
                    .hasValueSatisfying(value -> assertThat(value.text()).isEqualTo(block)));
        }
    }

    @Test
    void aNegotiationNamesThemAndTheFirstCallHasThemAsNumbers() {
        published.serviceBus.setProperty("parley.context-store", "one:" + place);
        Blocks.Seen seen = publish();
        WrappedStations first = proxy("alice");
        call(first, 3);
        awaitClaim();
        Published.client(first).destroy();

        WrappedStations second = proxy("alice");
        call(second, 1);

        assertThat(agreement(second).headers()).containsExactly(address.uri());
        assertThat(Published.status(second).negotiation().orElseThrow().offer()).contains(address.uri());
        assertThat(Published.status(second).traffic().messagesOut()).isEqualTo(1);
        assertThat(seen.messages).hasSize(4).containsOnly(List.of(block));
    }

    @Test
    void anotherPrincipalIsNotGivenThem() {
        published.serviceBus.setProperty("parley.context-store", "one:" + place);
        Blocks.Seen seen = publish();
        call(proxy("alice"), 3);
        awaitClaim();

        WrappedStations other = proxy("mallory");
        call(other, 3);

        assertThat(Published.status(other).negotiation().orElseThrow().offer()).contains(address.uri());
        assertThat(agreement(other).headers()).isEmpty();
        assertThat(seen.messages).hasSize(6).containsOnly(List.of(block));
    }

    @Test
    void whatTheStoreDoesNotHaveGoesInline() {
        published.serviceBus.setProperty("parley.context-store", "sqlite:/dev/null/contexts.db");
        Blocks.Seen seen = publish();
        WrappedStations first = proxy("alice");
        call(first, 3);
        Published.client(first).destroy();
        WrappedStations second = proxy("alice");
        call(second, 3);

        assertThat(agreement(second).headers()).isEmpty();
        assertThat(Published.status(second).streamedCalls()).isEqualTo(3);
        assertThat(seen.messages).hasSize(6).containsOnly(List.of(block));
    }

    @Test
    void anotherNodeOfTheServiceHasWhatTheFirstWasSent() throws Exception {
        published.serviceBus.setProperty("parley.context-store", "one:" + place);
        publish();
        WrappedStations first = proxy("alice");
        call(first, 3);
        awaitClaim();
        Published.client(first).destroy();
        published.serviceBus.shutdown(true);
        restarted = new Published();
        restarted.serviceBus.setProperty("parley.context-store", "one:" + place);
        Blocks.Seen seen = new Blocks.Seen();
        await().ignoreExceptionsInstanceOf(ServiceConstructionException.class)
                .untilAsserted(() -> restarted
                        .publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature())
                        .getEndpoint()
                        .getInInterceptors()
                        .add(seen));

        WrappedStations second = proxy("alice");
        call(second, 2);

        assertThat(agreement(second).headers()).containsExactly(address.uri());
        assertThat(seen.messages).hasSize(2).containsOnly(List.of(block));
    }

    @Test
    void switchedOffNothingIsNamedOrNumbered() {
        published.clientBus.setProperty("parley.static-headers", "false");
        Blocks.Seen seen = publish();
        WrappedStations stations = proxy("");
        call(stations, 1);
        long before = Published.status(stations).traffic().bytesOut();
        call(stations, 1);
        long second = Published.status(stations).traffic().bytesOut() - before;
        call(stations, 3);

        assertThat(Published.status(stations).traffic().bytesOut() - before).isEqualTo(4 * second);
        assertThat(seen.messages).hasSize(5).containsOnly(List.of(block));
    }

    private Blocks.Seen publish() {
        Blocks.Seen seen = new Blocks.Seen();
        published
                .publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .add(seen);
        return seen;
    }

    /** Waits for the asynchronous store writes: the content, and that alice sent it. */
    private void awaitClaim() {
        await().until(() -> OneStoreProvider.at(place)
                        .list(new Scope(address.uri()), Cursor.START, 10)
                        .size()
                == 2);
    }

    private WrappedStations proxy(String user) {
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        if (!user.isEmpty()) {
            BindingProvider provider = (BindingProvider) stations;
            provider.getRequestContext().put(BindingProvider.USERNAME_PROPERTY, user);
            provider.getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, Planted.passwordOf(user));
        }
        ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, Blocks.headers(List.of(block)));
        return stations;
    }

    private static void call(WrappedStations stations, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(stations.echo("x")).isEqualTo("x");
        }
    }

    private static Agreement agreement(WrappedStations stations) {
        return Published.status(stations).agreement().orElseThrow();
    }
}
