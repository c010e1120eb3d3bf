package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Tick;
import io.parley.transport.http.endpoint.Samples.Total;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a service and a client that share only a contract and the URL. */
class HttpEndpointTest {
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger sums = new AtomicInteger();
    private final List<Tick> ticks = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void whoHoldsTheSameContractGetsASessionOnTheStream() throws Exception {
        HttpEndpointClient client = client(service().start(0), Mode.ALWAYS);

        assertThat(sum(client)).isEqualTo(6.0);
        assertThat(client.channel()).contains("stream");
        assertThat(client.call("length", "four", Integer.class)).isEqualTo(4);
        assertThat(client.lastFallback()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void withoutAStreamTheSessionIsAtTheUrl(String channel) throws Exception {
        HttpEndpoint.Builder service = service().withoutStream().path("/sum");
        HttpEndpoint endpoint =
                channel.equals("http") ? service.withoutWebSockets().start(0) : service.start(0);
        HttpEndpointClient client = client(endpoint, Mode.ALWAYS);

        assertThat(sum(client)).isEqualTo(6.0);
        assertThat(client.channel()).contains(channel);
        assertThat(endpoint.streamPort()).isZero();
        assertThat(endpoint.sessions()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "websocket", "http"})
    void theServiceSendsMessagesByItselfOnEachChannel(String channel) throws Exception {
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .onMessage("tick", Tick.class, ticks::add)
                .open(kept(service().start(0)).url()));
        client.send("subscribe", Tick.of(3));
        await().until(() -> ticks.size() == 3);
        assertThat(client.channel()).contains(channel);
    }

    @Test
    void theFormOfMessagesIsNegotiated() throws Exception {
        HttpEndpoint tables = service().representations("tdxml", "bnux").start(0);
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .representations("hhfr", "tdxml")
                .open(tables.url()));
        assertThat(sum(client)).isEqualTo(6.0);
        assertThat(client.channel()).contains("stream");

        HttpEndpointClient other = client(tables, Mode.ALWAYS);
        assertThatThrownBy(() -> sum(other))
                .hasMessageContaining("NO_COMMON_TERM")
                .hasMessageContaining("offered are [hhfr], the service has [tdxml, bnux]");
    }

    @Test
    void inModeAutoTheFirstCallGoesBySoapWhileASessionIsNegotiatedBesideIt() throws Exception {
        HttpEndpointClient client = client(service().start(0), Mode.AUTO);

        assertThat(sum(client)).isEqualTo(6.0);
        assertThat(client.channel()).as("no call went by a session yet").isEmpty();
        await().until(() -> {
            sum(client);
            return client.channel().equals(Optional.of("stream"));
        });
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void inModeNeverEverythingGoesBySoapWithAndWithoutGzip(SoapVersion version) throws Exception {
        HttpEndpoint endpoint = service().start(0);
        HttpEndpointClient plain = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.NEVER)
                .version(version)
                .open(endpoint.url()));
        HttpEndpointClient zipped = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.NEVER)
                .version(version)
                .gzip()
                .open(endpoint.url()));

        assertThat(sum(plain)).isEqualTo(6.0);
        assertThat(sum(zipped)).isEqualTo(6.0);
        assertThat(zipped.call("length", "x".repeat(1_000_000), Integer.class)).isEqualTo(1_000_000);
        plain.send("subscribe", Tick.of(1));
        assertThat(endpoint.sessions()).isZero();
        assertThat(plain.lastFallback()).isEmpty();
        await().until(() -> endpoint.heldBytes() == 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void aSmallerContractIsServedBySessionAsBySoap(Mode mode) throws Exception {
        HttpEndpoint endpoint = service().start(0);
        Contract smaller = Contract.builder("urn:samples")
                .operation("sum", Numbers.class, Total.class)
                .operation("unknown", Total.class, Total.class)
                .build();
        HttpEndpointClient client =
                kept(HttpEndpointClient.of(smaller).mode(mode).open(endpoint.url()));

        assertThat(sum(client)).isEqualTo(6.0);
        assertThatThrownBy(() -> client.call("unknown", new Total(), Total.class))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION));
        assertThat(client.channel()).isEqualTo(mode == Mode.ALWAYS ? Optional.of("stream") : Optional.empty());
    }

    @Test
    void whoIsNotThereIsAskedOnceForACallThatWantsNothingButASession() throws Exception {
        HttpEndpointClient client = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .open(URI.create("http://127.0.0.1:" + FreePort.find() + "/")));

        assertThatThrownBy(() -> sum(client))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEGOTIATION));
    }

    @Test
    void anErrorIsTheSameBySoapAndBySession() throws Exception {
        HttpEndpoint endpoint = HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    throw new IllegalStateException("secret");
                })
                .start(0);
        open.add(endpoint);
        for (Mode mode : List.of(Mode.ALWAYS, Mode.NEVER)) {
            HttpEndpointClient client = client(endpoint, mode);
            assertThatThrownBy(() -> sum(client)).isInstanceOfSatisfying(ParleyException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                assertThat(e).hasMessageNotContaining("secret");
            });
            assertThatThrownBy(() -> client.call("length", "x", Integer.class))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void whoIsNotAdmittedGetsNeitherAnswersNorWsdlNorSessions(String channel) throws Exception {
        HttpEndpoint endpoint = service()
                .withoutStream()
                .admission(given -> given.equals(basic("ann:secret")) ? Optional.of("ann") : Optional.empty())
                .start(0);
        HttpEndpointClient ann = kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .header("Authorization", basic("ann:secret"))
                .open(endpoint.url()));
        HttpEndpointClient nobody = client(endpoint, Mode.NEVER);

        assertThat(sum(ann)).isEqualTo(6.0);
        assertThat(ann.channel()).contains(channel);
        assertThatThrownBy(() -> sum(nobody)).hasMessageContaining("401");
        HttpEndpointClient strict = client(endpoint, Mode.ALWAYS);
        assertThatThrownBy(() -> sum(strict)).isInstanceOf(ParleyException.class);
        assertThat(sums).hasValue(1);
    }

    @Test
    void whoWantsNothingButASessionIsToldAtOnceThatTheServiceIsGone() throws Exception {
        HttpEndpoint endpoint = service().start(0);
        HttpEndpointClient client = client(endpoint, Mode.ALWAYS);
        endpoint.close();

        assertThatThrownBy(() -> sum(client))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEGOTIATION));
    }

    @Test
    void theWsdlNamesTheUrlAndTheOperationsThatAreServed() throws Exception {
        HttpEndpoint endpoint = service().start(0);
        String wsdl = new String(
                URI.create(endpoint.url() + "?wsdl").toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(wsdl)
                .contains("location=\"" + endpoint.url() + "\"")
                .contains("operation name=\"sum\"")
                .contains("operation name=\"subscribe\"")
                .doesNotContain("operation name=\"tick\"");
    }

    private HttpEndpoint.Builder service() {
        return HttpEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, numbers -> {
                    sums.incrementAndGet();
                    return Samples.sum(numbers);
                })
                .on("length", String.class, String::length)
                .onMessage("subscribe", Tick.class, (tick, session) -> {
                    for (int i = 0; i < tick.number && session.isOpen(); i++) {
                        session.send("tick", Tick.of(i));
                    }
                });
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private HttpEndpointClient client(HttpEndpoint endpoint, Mode mode) {
        kept(endpoint);
        return kept(HttpEndpointClient.of(Samples.CONTRACT)
                .mode(mode)
                .onMessage("tick", Tick.class, ticks::add)
                .open(endpoint.url()));
    }

    /** Registers the resource, to be closed before those registered earlier. */
    private <T extends AutoCloseable> T kept(T each) {
        open.add(0, each);
        return each;
    }

    private static double sum(HttpEndpointClient client) {
        return client.call("sum", Numbers.of(1, 2, 3), Total.class).value;
    }
}
