package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointBuilder;
import io.parley.endpoint.EndpointClient;
import io.parley.endpoint.EndpointSession;
import io.parley.endpoint.HandledCall;
import io.parley.endpoint.Operation;
import io.parley.endpoint.OperationFault;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a call has the same outcome with each client of a contract's service, whatever the route. */
class EndpointClientTest {
    private static final String NAMESPACE = "urn:vault";
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:vault" elementFormDefault="qualified">
              <xs:element name="look"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
              <xs:element name="found"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
              <xs:element name="missing"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
            </xs:schema>
            """;

    private static final Operation<Withdrawal, Receipt> WITHDRAW = Operation.of(
                    "withdraw", Withdrawal.class, Receipt.class)
            .withFault(Overdrawn.class)
            .withFault(Closed.class);
    private static final Operation<String, String> WAIT = Operation.of("wait", String.class, String.class);
    private static final Operation<String, Void> NOTE = Operation.oneWay("note", String.class);
    private static final Operation<Record, Record> LOOK =
            Operation.of("look", name("look"), name("found")).withFault(name("missing"));
    private static final Contract CONTRACT = Contract.builder(NAMESPACE)
            .schema(SCHEMA)
            .operation(WITHDRAW)
            .operation(WAIT)
            .operation(NOTE)
            .operation(LOOK)
            .build();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<HandledCall> handled = new CopyOnWriteArrayList<>();
    private final List<EndpointSession> waiting = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    /** The routes of calls to a service. */
    enum Way {
        STREAM_BY_API,
        SOAP_1_1,
        SOAP_1_2,
        STREAM,
        WEBSOCKET,
        HTTP,
        QUIC;

        boolean isSession() {
            return this != SOAP_1_1 && this != SOAP_1_2;
        }
    }

    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Withdrawal {
        int amount;

        static Withdrawal of(int amount) {
            Withdrawal made = new Withdrawal();
            made.amount = amount;
            return made;
        }
    }

    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Receipt {
        int amount;
    }

    /** A fault's detail with an element of the same name as one of SOAP's faults. */
    @XmlRootElement(namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static final class Overdrawn {
        int missing;
        String faultstring = "of the detail";
        double[] balances = {};
    }

    @XmlRootElement(namespace = NAMESPACE)
    static final class Closed {}

    @AfterEach
    void close() throws Exception {
        over.countDown();
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void anOperationHasTheTypesOfItsMessages(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        Receipt receipt = client.call(WITHDRAW, Withdrawal.of(5));
        assertThat(receipt.amount).isEqualTo(5);

        Record look = CONTRACT.request("look").add("id", 7).build();
        assertThat(client.call(LOOK, look).get("name")).isEqualTo("number 7");

        client.send(NOTE, "a note");
        await().until(() -> notes.equals(List.of("a note")));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aDeclaredFaultReachesItsCallerWithTextAndDetail(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        assertThatThrownBy(() -> client.call(WITHDRAW, Withdrawal.of(500))).satisfies(EndpointClientTest::isOverdrawn);
        assertThatThrownBy(() -> client.callAsync(WITHDRAW, Withdrawal.of(500)).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .satisfies(EndpointClientTest::isOverdrawn);
        assertThatThrownBy(() -> client.call(WITHDRAW, Withdrawal.of(-1)))
                .isInstanceOfSatisfying(OperationFault.class, fault -> {
                    assertThat(fault.detail(Closed.class)).isPresent();
                    assertThat(fault.detail(Overdrawn.class)).isEmpty();
                });
        assertThat(client.call(WITHDRAW, Withdrawal.of(5)).amount).isEqualTo(5);
        await().until(() -> handled.size() == 4);
        assertThat(handled).extracting(HandledCall::failure).containsOnly(Optional.empty());
        assertThat(handled).extracting(HandledCall::streamed).containsOnly(way.isSession());
    }

    private static void isOverdrawn(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(OperationFault.class, fault -> {
            assertThat(fault).hasMessage("not enough");
            Overdrawn detail = fault.detail(Overdrawn.class).orElseThrow();
            assertThat(detail.missing).isEqualTo(400);
            assertThat(detail.balances).hasSize(5_000).contains(0.25);
        });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aFaultMayBeARecord(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        Record look = CONTRACT.request("look").add("id", -7).build();
        assertThatThrownBy(() -> client.call(LOOK, look))
                .isInstanceOfSatisfying(
                        OperationFault.class,
                        fault -> assertThat(
                                        fault.detail(Record.class).orElseThrow().get("id"))
                                .isEqualTo(-7));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aCallerThatDoesNotDeclareTheFaultGetsItsText(Way way) throws Exception {
        Contract without = Contract.builder(NAMESPACE)
                .schema(SCHEMA)
                .operation(Operation.of("withdraw", Withdrawal.class, Receipt.class))
                .operation(WAIT)
                .operation(NOTE)
                .operation(LOOK)
                .build();
        assertThat(without.fingerprint()).as("faults are no parts").isEqualTo(CONTRACT.fingerprint());
        EndpointClient client = client(way, without);
        assertThatThrownBy(() -> client.call("withdraw", Withdrawal.of(500), Receipt.class))
                .isInstanceOfSatisfying(ParleyException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                    assertThat(e.retry()).isNotEqualTo(ErrorCode.Retry.SAFE);
                    assertThat(e).hasMessageContaining("not enough").hasMessageNotContaining("of the detail");
                });
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void anotherFaultThanThoseOfTheOperationIsAnErrorOfItsHandler(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        for (String undeclared : List.of("fault", "exception")) {
            assertThatThrownBy(() -> client.call(WAIT, undeclared)).isInstanceOfSatisfying(ParleyException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                assertThat(e).hasMessageNotContaining("secret");
            });
        }
        assertThat(client.call(WAIT, "no")).isEqualTo("no");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aCallHasATimeOfItsOwn(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        assertThat(client.call(WAIT, "no")).as("a call that connects").isEqualTo("no");
        assertThatThrownBy(() -> client.call(WAIT, "wait", Duration.ofMillis(200)))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        assertThatThrownBy(() ->
                        client.callAsync(WAIT, "wait", Duration.ofMillis(200)).get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        assertThatThrownBy(() -> client.call(WAIT, "no", Duration.ZERO))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        assertThat(client.timeout()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aFutureThatIsCancelledEndsItsCall(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        CompletableFuture<String> called = client.callAsync(WAIT, "wait");
        await().until(() -> waiting.size() == 1);
        assertThat(called.cancel(true)).isTrue();
        if (way.isSession()) {
            await().until(() -> !waiting.get(0).isWanted());
        }
        over.countDown();
        assertThat(client.callAsync(WAIT, "no").get(20, TimeUnit.SECONDS)).isEqualTo("no");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void callsOfOneThreadAreSideBySide(Way way) throws Exception {
        EndpointClient client = client(way, CONTRACT);
        List<CompletableFuture<String>> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(client.callAsync(WAIT, "wait"));
        }
        await().until(() -> waiting.size() == 5);
        over.countDown();
        for (CompletableFuture<String> call : calls) {
            assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("wait");
        }
    }

    @Test
    void aCallThatItsSessionDidNotDispatchGoesBySoapInTheFutureToo() throws Exception {
        HttpEndpoint endpoint = kept(serving(HttpEndpoint.serve(CONTRACT)).start(0));
        HttpEndpointClient client = kept(HttpEndpointClient.of(CONTRACT).open(endpoint.url()));
        await().until(() -> {
            client.call(WAIT, "no");
            return client.channel().isPresent();
        });
        client.session().drain();

        assertThat(client.callAsync(WAIT, "no").get(20, TimeUnit.SECONDS)).isEqualTo("no");
    }

    @Test
    void aMessageWithoutResponseHasNoFaults() {
        assertThatThrownBy(() -> Contract.of(NAMESPACE, NOTE.withFault(Closed.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("note");
        assertThatThrownBy(() -> Contract.of(NAMESPACE, WAIT.withFault(String.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@XmlRootElement");
    }

    private EndpointClient client(Way way, Contract contract) throws Exception {
        if (way == Way.STREAM_BY_API) {
            StreamEndpoint endpoint =
                    kept(serving(StreamEndpoint.serve(CONTRACT)).start(0));
            return kept(StreamClient.of(contract).open(endpoint.invite("somebody")));
        }
        HttpEndpoint endpoint =
                kept(serving(HttpEndpoint.serve(CONTRACT)).quicPort(0).start(0));
        HttpEndpointClient.Builder building = HttpEndpointClient.of(contract);
        HttpEndpointClient client = kept((way.isSession()
                        ? building.mode(Mode.ALWAYS).channels(way.name().toLowerCase(Locale.ROOT))
                        : building.mode(Mode.NEVER).version(way == Way.SOAP_1_1 ? SoapVersion.V1_1 : SoapVersion.V1_2))
                .open(endpoint.url()));
        return client;
    }

    private <B extends EndpointBuilder<B>> B serving(B building) {
        return building.on(WITHDRAW, EndpointClientTest::withdraw)
                .on(WAIT, this::answer)
                .onMessage(NOTE, (text, session) -> notes.add(text))
                .on(LOOK, EndpointClientTest::look)
                .observer(handled::add);
    }

    private static Receipt withdraw(Withdrawal withdrawal) {
        if (withdrawal.amount < 0) {
            throw new OperationFault("closed", new Closed());
        }
        if (withdrawal.amount > 100) {
            Overdrawn detail = new Overdrawn();
            detail.missing = withdrawal.amount - 100;
            detail.balances = new double[5_000];
            detail.balances[1] = 0.25;
            throw new OperationFault("not enough", detail);
        }
        Receipt receipt = new Receipt();
        receipt.amount = withdrawal.amount;
        return receipt;
    }

    private String answer(String text, EndpointSession session) {
        switch (text) {
            case "wait" -> {
                waiting.add(session);
                over();
            }
            case "fault" -> throw new OperationFault("secret", new Closed());
            case "exception" -> throw new IllegalStateException("secret");
            default -> {}
        }
        return text;
    }

    private void over() {
        try {
            assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Record look(Record request) {
        int id = (Integer) request.get("id");
        if (id < 0) {
            throw new OperationFault("missing", fault(id));
        }
        return CONTRACT.response("look").add("name", "number " + id).build();
    }

    private static Record fault(int id) {
        return CONTRACT.fault("look", name("missing")).add("id", id).build();
    }

    private static QName name(String local) {
        return new QName(NAMESPACE, local);
    }

    private <T extends AutoCloseable> T kept(T each) {
        open.add(each);
        return each;
    }
}
