package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.FreePort;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests clients and services with different versions of a contract, also when the service changes while a client has a
 * session. What a handler gets, and what its caller gets, is what they get over SOAP.
 */
class ChangedContractTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BEFORE = "urn:before";

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());

    /** The first version of a parcel. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "parcel", namespace = BEFORE)
    static class Parcel {
        int weight = 7;
        String to = "north";
        double[] sizes = {1.5, 2};

        @Override
        public String toString() {
            return weight + " " + to + " " + Arrays.toString(sizes);
        }
    }

    /** A parcel with another element. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "parcel", namespace = BEFORE)
    static class MoreParcel {
        int weight = 7;
        String to = "north";
        String from = "south";
        double[] sizes = {1.5, 2};

        @Override
        public String toString() {
            return weight + " " + to + " " + from + " " + Arrays.toString(sizes);
        }
    }

    /** A parcel whose elements have another order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(
            name = "parcel",
            namespace = BEFORE,
            propOrder = {"to", "sizes", "weight"})
    static class TurnedParcel {
        int weight = 7;
        String to = "north";
        double[] sizes = {1.5, 2};

        @Override
        public String toString() {
            return weight + " " + to + " " + Arrays.toString(sizes);
        }
    }

    /** A parcel whose elements have other types. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "parcel", namespace = BEFORE)
    static class OtherParcel {
        String weight = "8";
        String to = "north";
        float[] sizes = {1.5f, 2};

        @Override
        public String toString() {
            return weight + " " + to + " " + Arrays.toString(sizes);
        }
    }

    /** A parcel whose weight is no longer a number of the first version's type. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "parcel", namespace = BEFORE)
    static class HeavyParcel {
        long weight = 5_000_000_000L;
        String to = "north";
        double[] sizes = {1.5, 2};

        @Override
        public String toString() {
            return weight + " " + to + " " + Arrays.toString(sizes);
        }
    }

    /**
     * One version of the contract.
     *
     * @param type of the parcels that "turn" accepts and returns
     */
    private record Version(String name, Contract contract, Class<?> type, boolean hasTurn) {
        static Version of(String name, String namespace, Class<?> type) {
            Contract contract = Contract.builder(namespace)
                    .operation("first", String.class, String.class)
                    .operation("turn", type, type)
                    .operation("last", String.class, String.class)
                    .build();
            return new Version(name, contract, type, true);
        }

        Object parcel() {
            try {
                return type.getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Version> VERSIONS = List.of(
            Version.of("the first version", BEFORE, Parcel.class),
            Version.of("an element more", BEFORE, MoreParcel.class),
            Version.of("another order", BEFORE, TurnedParcel.class),
            Version.of("other types", BEFORE, OtherParcel.class),
            Version.of("a longer number", BEFORE, HeavyParcel.class),
            Version.of("another namespace", "urn:after", Parcel.class),
            new Version(
                    "an operation less",
                    Contract.builder(BEFORE)
                            .operation("first", String.class, String.class)
                            .operation("last", String.class, String.class)
                            .build(),
                    Parcel.class,
                    false),
            new Version(
                    "an operation more in front",
                    Contract.builder(BEFORE)
                            .operation("added", String.class, String.class)
                            .operation("last", String.class, String.class)
                            .operation("turn", Parcel.class, Parcel.class)
                            .operation("first", String.class, String.class)
                            .build(),
                    Parcel.class,
                    true));

    static Stream<Arguments> changes() {
        Version first = VERSIONS.get(0);
        return VERSIONS.stream()
                .flatMap(other -> Stream.of("stream", "websocket", "http")
                        .flatMap(channel ->
                                Stream.of(Arguments.of(first, other, channel), Arguments.of(other, first, channel))));
    }

    /** Returns a part of the changes: each takes seconds. */
    static Stream<Arguments> resumable() {
        return Stream.of(VERSIONS.get(1), VERSIONS.get(2), VERSIONS.get(7))
                .map(after -> Arguments.of(VERSIONS.get(0), after, "websocket"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aSessionGivesWhatSoapGives(Version client, Version service, String channel) throws IOException {
        try (HttpEndpoint endpoint = serve(service, 0, UnaryOperator.identity());
                HttpEndpointClient soap = client(client, Mode.NEVER, channel, endpoint);
                HttpEndpointClient session = client(client, Mode.AUTO, channel, endpoint)) {
            var unused = session.tryOut();

            assertThat(effect(session, client)).isEqualTo(effect(soap, client));
            assertThat(session.channel()).as("%s", session.lastFallback()).contains(channel);
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aServiceThatChangesUnderASessionGivesWhatSoapGives(Version client, Version after, String channel)
            throws IOException {
        HttpEndpoint before = serve(client, 0, UnaryOperator.identity());
        try (HttpEndpointClient soap = client(client, Mode.NEVER, channel, before);
                HttpEndpointClient always = client(client, Mode.ALWAYS, channel, before);
                HttpEndpointClient auto = client(client, Mode.AUTO, channel, before)) {
            assertThat(effect(always, client)).isEqualTo(effect(soap, client));
            var unused = auto.tryOut();

            before.close();
            await().atMost(PATIENCE)
                    .until(() -> !Objects.requireNonNull(always.session()).isOpen());
            try (HttpEndpoint next = serve(after, before.url().getPort(), UnaryOperator.identity())) {
                List<String> expected = effect(soap, client);

                assertThat(effect(auto, client)).isEqualTo(expected);
                assertThat(effect(always, client)).isEqualTo(expected);
                assertThat(always.channel()).contains(channel);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("resumable")
    void aDurableSessionDoesNotContinueWithAnotherContract(Version client, Version after, String channel)
            throws IOException {
        int port = FreePort.find();
        UnaryOperator<HttpEndpoint.Builder> durable =
                builder -> builder.resumable().streamPort(port).durable(store);
        HttpEndpoint before = serve(client, 0, durable);
        try (HttpEndpointClient soap = client(client, Mode.NEVER, channel, before);
                HttpEndpointClient session = HttpEndpointClient.of(client.contract())
                        .channels(channel)
                        .durable()
                        .open(before.url())) {
            var unused = session.tryOut();
            assertThat(Objects.requireNonNull(session.session()).agreement().reliability())
                    .isEqualTo(Reliability.DURABLE);
            assertThat(effect(session, client)).isEqualTo(effect(soap, client));

            before.close();
            try (HttpEndpoint next = serve(after, before.url().getPort(), durable)) {
                List<String> expected = effect(soap, client);

                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(effect(session, client)).isEqualTo(expected));
            }
        }
    }

    /** Makes every call of the client's version; returns what was handled and what came back. */
    private List<String> effect(HttpEndpointClient client, Version version) {
        handled.clear();
        List<String> effect = new CopyOnWriteArrayList<>();
        effect.add(outcome(client, "first", "a", String.class));
        if (version.hasTurn()) {
            effect.add(outcome(client, "turn", version.parcel(), version.type()));
        }
        effect.add(outcome(client, "last", "b", String.class));
        effect.addAll(handled);
        return effect;
    }

    private static String outcome(HttpEndpointClient client, String operation, Object request, Class<?> response) {
        try {
            return operation + ": " + client.call(operation, request, response, PATIENCE);
        } catch (ParleyException e) {
            return operation + " failed";
        }
    }

    private HttpEndpoint serve(Version version, int port, UnaryOperator<HttpEndpoint.Builder> with) throws IOException {
        HttpEndpoint.Builder builder = HttpEndpoint.serve(version.contract());
        for (String operation : version.contract().operations()) {
            if (operation.equals("turn")) {
                turn(builder, version.type());
            } else {
                builder.on(operation, String.class, text -> {
                    handled.add("ran " + operation + " " + text);
                    return operation + " " + text;
                });
            }
        }
        return with.apply(builder).start(port);
    }

    private <T> void turn(HttpEndpoint.Builder builder, Class<T> type) {
        builder.on("turn", type, parcel -> {
            handled.add("ran turn " + parcel);
            return parcel;
        });
    }

    private static HttpEndpointClient client(Version version, Mode mode, String channel, HttpEndpoint endpoint) {
        return HttpEndpointClient.of(version.contract())
                .mode(mode)
                .channels(channel)
                .open(endpoint.url());
    }
}
