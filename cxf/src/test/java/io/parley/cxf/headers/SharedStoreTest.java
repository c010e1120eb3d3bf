package io.parley.cxf.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.Limits;
import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContentAddress;
import io.parley.context.Contents;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Value;
import io.parley.cxf.CutRelay;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.layout.Layout;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Mode;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import io.parley.testkit.context.PostgresServer;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.cxf.headers.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two nodes of a service that run at the same time on one PostgreSQL, behind one address. */
class SharedStoreTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final String block = "<t:tenant xmlns:t=\"urn:tenants\">" + UUID.randomUUID() + "</t:tenant>";
    private final ContentAddress address = Value.of(block, "application/xml").address();
    private final Published first = new Published();
    private final Published second = new Published();
    private final List<AutoCloseable> open = new ArrayList<>(List.of(first, second));
    private String place;
    private ContextStore store;
    private CutRelay balancer;
    private Blocks.Seen seenByFirst;
    private Blocks.Seen seenBySecond;

    @BeforeEach
    void publishBoth() throws Exception {
        PostgresServer server = PostgresServer.shared();
        place = server.address(server.newSchema());
        store = ContextStores.open(place, StoreSettings.defaults());
        open.add(store);
        balancer = new CutRelay();
        open.add(balancer);
        seenByFirst = publish(first);
        seenBySecond = publish(second);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void theOtherNodeHasWhatTheFirstWasSent() throws Exception {
        balance(first);
        WrappedStations before = proxy();
        call(before, 3);
        awaitClaim();
        Published.client(before).destroy();

        balance(second);
        WrappedStations after = proxy();
        call(after, 2);

        assertThat(agreement(after).headers()).containsExactly(address.uri());
        assertThat(Published.status(after).traffic().messagesOut()).isEqualTo(2);
        assertThat(seenByFirst.messages).hasSize(3).containsOnly(List.of(block));
        assertThat(seenBySecond.messages).hasSize(2).containsOnly(List.of(block));
    }

    @Test
    void whatTheStoreGivesUnderAnotherHashIsNotTaken() throws Exception {
        balance(first);
        WrappedStations before = proxy();
        call(before, 3);
        awaitClaim();
        Published.client(before).destroy();
        poison();

        balance(second);
        WrappedStations after = proxy();
        call(after, 2);

        assertThat(Published.status(after).negotiation().orElseThrow().offer()).contains(address.uri());
        assertThat(agreement(after).headers()).isEmpty();
        assertThat(seenBySecond.messages).hasSize(2).containsOnly(List.of(block));
    }

    @Test
    void theSchemasOfASessionAreThereForWhoeverHasTheStore() throws Exception {
        balance(first);
        WrappedStations stations = proxy();
        call(stations, 1);

        String fingerprint = agreement(stations).data().fingerprint();
        Scope scope = new Scope("urn:parley:data:" + fingerprint);
        await().until(() -> !store.list(scope, Cursor.START, 1).isEmpty());
        Entry list = store.get(scope.key("schemas"), Read.LATEST).orElseThrow();
        List<SchemaDocument> documents = new ArrayList<>();
        for (String uri : list.value().text().lines().toList()) {
            Value document = new Contents(store).get(ContentAddress.parse(uri)).orElseThrow();
            documents.add(new SchemaDocument(documents.size() + ".xsd", document.text()));
        }

        Layout layout = Layout.compile(Schema.derive(documents, Limits.defaults()), Limits.defaults());
        assertThat(Published.status(stations).parts())
                .filteredOn(part -> part.isTyped())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(layout.element(part.element())).isPresent());
    }

    @Test
    void aFileThatOneProcessHasIsNoSharedStoreAndCallsGoOnWithoutIt(@TempDir Path folder) throws IOException {
        String file = "sqlite:" + folder.resolve("contexts.db");
        try (ContextStore taken = ContextStores.open(file, StoreSettings.defaults());
                Published third = new Published()) {
            place = file;
            Blocks.Seen seen = publish(third);
            balance(third);
            WrappedStations stations = proxy();
            call(stations, 3);

            assertThat(seen.messages).hasSize(3).containsOnly(List.of(block));
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
            assertThat(taken.list(new Scope(address.uri()), Cursor.START, 1)).isEmpty();
        }
    }

    private Blocks.Seen publish(Published node) {
        Blocks.Seen seen = new Blocks.Seen();
        node.serviceBus.setProperty("parley.context-store", place);
        node.publishAny(new WrappedStationsImpl(), node.address(), SOAP11, new ParleyFeature())
                .getEndpoint()
                .getInInterceptors()
                .add(seen);
        return seen;
    }

    private void balance(Published node) throws IOException {
        balancer.to(URI.create(node.address()).getPort());
    }

    /** Replaces everything that the store has of the block by another text, under the same name. */
    private void poison() {
        Scope scope = new Scope(address.uri());
        store.write(Transaction.in(
                scope,
                "mallory",
                new Change.Put(
                        "content",
                        Value.of("<t:tenant xmlns:t=\"urn:tenants\">another</t:tenant>", "application/xml"),
                        "mallory",
                        Duration.ofHours(1),
                        Condition.any())));
    }

    /** Waits for the asynchronous store writes: the content, and that alice sent it. */
    private void awaitClaim() {
        await().until(() ->
                store.list(new Scope(address.uri()), Cursor.START, 10).size() == 2);
    }

    private WrappedStations proxy() {
        String balanced = "http://localhost:" + balancer.port() + "/stations";
        WrappedStations stations = first.proxy(WrappedStations.class, balanced, SOAP11, Published.feature(Mode.ALWAYS));
        BindingProvider provider = (BindingProvider) stations;
        provider.getRequestContext().put(BindingProvider.USERNAME_PROPERTY, "alice");
        provider.getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "of alice");
        provider.getRequestContext().put(Header.HEADER_LIST, Blocks.headers(List.of(block)));
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
