package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.binding.Record;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.negotiation.Mode;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients whose contract is another version of the service's. Each call ends on a session as over SOAP. */
class UnlikeContractsTest {
    private static final String NAMESPACE = "urn:unlike";
    private static final QName LABEL = new QName(NAMESPACE, "label");
    private static final List<String> MEMBERS = List.of("code", "size", "grades", "seal");

    /** A request. */
    @XmlRootElement(name = "ask", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Ask {
        @XmlAttribute
        String size = "7.0";
    }

    /** The request with another type. */
    @XmlRootElement(name = "ask", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class NumberedAsk {
        @XmlAttribute
        int size = 7;
    }

    /** An object whose schema says less than that of {@link #SCHEMA}. */
    @XmlRootElement(name = "label", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Label {
        @XmlSchemaType(name = "token")
        String code = " a  b ";

        String size = "";

        @XmlList
        List<Integer> grades = List.of();

        byte[] seal = {};

        @XmlElement(name = "note")
        @XmlSchemaType(name = "token")
        List<String> notes = List.of("", " x ");

        @XmlAttribute
        @XmlSchemaType(name = "normalizedString")
        String kind = "a\tb";
    }

    /** The contract of {@link Label} with default values. */
    private static final String SCHEMA = """
            <xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:u='urn:unlike' targetNamespace='urn:unlike'>
              <xs:simpleType name='grades'><xs:list itemType='xs:int'/></xs:simpleType>
              <xs:element name='ask'><xs:complexType><xs:attribute name='size' type='xs:string'/></xs:complexType></xs:element>
              <xs:element name='label'><xs:complexType>
                <xs:sequence>
                  <xs:element name='code' type='xs:token' minOccurs='0'/>
                  <xs:element name='size' type='xs:string' default='large' minOccurs='0'/>
                  <xs:element name='grades' type='u:grades' default='1 2' minOccurs='0'/>
                  <xs:element name='seal' type='xs:base64Binary' default='AQID' minOccurs='0'/>
                  <xs:element name='note' type='xs:token' default='none' minOccurs='0' maxOccurs='unbounded'/>
                </xs:sequence>
                <xs:attribute name='kind' type='xs:normalizedString'/>
              </xs:complexType></xs:element>
            </xs:schema>""";

    private static HttpEndpoint labels() throws IOException {
        Operation<Ask, Label> label = Operation.of("label", Ask.class, Label.class);
        return HttpEndpoint.serve(Contract.of(NAMESPACE, label))
                .representations("hhfr", "tdxml", "bnux")
                .on(label, ask -> new Label())
                .start(0);
    }

    private static <T> T by(
            Mode mode,
            String representation,
            Contract contract,
            HttpEndpoint endpoint,
            Function<HttpEndpointClient, T> use) {
        try (HttpEndpointClient client = HttpEndpointClient.of(contract)
                .representations(representation)
                .mode(mode)
                .open(endpoint.url())) {
            return use.apply(client);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml", "bnux"})
    void recordsHaveTheDefaultsAndWhiteSpaceOfTheirOwnSchema(String representation) throws IOException {
        Contract contract = Contract.builder(NAMESPACE)
                .schema(SCHEMA)
                .operation("label", new QName(NAMESPACE, "ask"), LABEL)
                .build();
        try (HttpEndpoint endpoint = labels()) {
            Function<HttpEndpointClient, Record> call =
                    client -> client.call("label", contract.request("label").build(), Record.class);

            Record bySoap = by(Mode.NEVER, representation, contract, endpoint, call);
            Record bySession = by(Mode.ALWAYS, representation, contract, endpoint, call);

            for (String member : MEMBERS) {
                assertThat(bySession.get(member)).as(member).isEqualTo(bySoap.get(member));
            }
            assertThat(bySession.list("note")).isEqualTo(bySoap.list("note")).isEqualTo(List.of("none", "x"));
            assertThat(bySession.attribute("kind"))
                    .isEqualTo(bySoap.attribute("kind"))
                    .isEqualTo("a b");
            assertThat(endpoint.counts().streamed()).isEqualTo(1);
        }
    }

    @Test
    void aResponseThatTheClientDoesNotWantIsDropped() throws IOException, InterruptedException {
        Operation<Ask, Label> answered = Operation.of("label", Ask.class, Label.class);
        Operation<Ask, Void> oneWay = Operation.oneWay("label", Ask.class);
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Contract.of(NAMESPACE, answered))
                .on(answered, ask -> {
                    asked.add(ask.size);
                    return new Label();
                })
                .start(0)) {
            Contract contract = Contract.of(NAMESPACE, oneWay);
            for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
                String ran = by(mode, "hhfr", contract, endpoint, client -> {
                    client.send(oneWay, new Ask());
                    return asked.remove();
                });

                assertThat(ran).as("%s", mode).isEqualTo("7.0");
            }
            assertThat(asked).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml", "bnux"})
    void aCallThatTheServiceTakesWithoutResponseFails(String representation) throws IOException {
        Operation<Ask, Label> answered = Operation.of("label", Ask.class, Label.class);
        Operation<Ask, Void> oneWay = Operation.oneWay("label", Ask.class);
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Contract.of(NAMESPACE, oneWay))
                .representations("hhfr", "tdxml", "bnux")
                .onMessage(oneWay, (ask, session) -> asked.add(ask.size))
                .start(0)) {
            Contract contract = Contract.of(NAMESPACE, answered);
            for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
                ParleyException why = by(
                        mode,
                        representation,
                        contract,
                        endpoint,
                        client -> catchThrowableOfType(ParleyException.class, () -> client.call(answered, new Ask())));

                assertThat(why.code()).as("%s: %s", mode, why).isEqualTo(ErrorCode.PROTOCOL);
                assertThat(why.retry()).as("%s", mode).isNotEqualTo(ErrorCode.Retry.SAFE);
                assertThat(asked.remove()).as("%s", mode).isEqualTo("7.0");
            }
            assertThat(asked).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml"})
    void theActionOfTheServiceSelectsAmongOperationsWithOneElement(String representation) throws IOException {
        Operation<Ask, Ask> first = Operation.of("first", Ask.class, Ask.class);
        Operation<Ask, Ask> second = Operation.of("second", Ask.class, Ask.class);
        Contract swapped = Contract.builder(NAMESPACE)
                .operation(first)
                .operation(second)
                .actions(name -> name.equals("first") ? "second" : "first")
                .build();
        BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Contract.of(NAMESPACE, first, second))
                .representations("hhfr", "tdxml")
                .on(first, ask -> {
                    ran.add("first");
                    return ask;
                })
                .on(second, ask -> {
                    ran.add("second");
                    return ask;
                })
                .start(0)) {
            for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
                String size = by(mode, representation, swapped, endpoint, client -> client.call(first, new Ask()).size);

                assertThat(size).as("%s", mode).isEqualTo("7.0");
                assertThat(ran.remove()).as("%s", mode).isEqualTo("second");
            }
            assertThat(endpoint.counts().streamed()).isEqualTo(1);
        }
    }

    @Test
    void anAttributeThatIsNoNumberIsAnErrorOfItsReader() throws IOException {
        Operation<Ask, Ask> text = Operation.of("echo", Ask.class, Ask.class);
        Operation<NumberedAsk, NumberedAsk> number = Operation.of("echo", NumberedAsk.class, NumberedAsk.class);
        try (HttpEndpoint ofText = HttpEndpoint.serve(Contract.of(NAMESPACE, text))
                        .on(text, ask -> new Ask())
                        .start(0);
                HttpEndpoint ofNumbers = HttpEndpoint.serve(Contract.of(NAMESPACE, number))
                        .on(number, ask -> ask)
                        .start(0)) {
            for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
                assertThat(failure(mode, Contract.of(NAMESPACE, number), ofText, number, new NumberedAsk()))
                        .as("%s: response", mode)
                        .isEqualTo(ErrorCode.SCHEMA_VIOLATION);
                assertThat(failure(mode, Contract.of(NAMESPACE, text), ofNumbers, text, new Ask()))
                        .as("%s: request", mode)
                        .isEqualTo(ErrorCode.SCHEMA_VIOLATION);
            }
        }
    }

    private static <Q> ErrorCode failure(
            Mode mode, Contract contract, HttpEndpoint endpoint, Operation<Q, ?> operation, Q request) {
        return by(mode, "hhfr", contract, endpoint, client -> {
            ParleyException why = catchThrowableOfType(ParleyException.class, () -> client.call(operation, request));
            return why.code();
        });
    }

    /** Letters that are nil if there are none. */
    @XmlRootElement(name = "letters", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class NilLetters {
        @XmlElementWrapper(name = "all", nillable = true)
        List<String> letter;
    }

    /** Letters whose schema has no nil. */
    @XmlRootElement(name = "letters", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Letters {
        @XmlElementWrapper(name = "all")
        List<String> letter;
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "tdxml"})
    void aNilCollectionIsEmptyForAClassWithoutNil(String representation) throws IOException {
        Operation<Ask, NilLetters> sent = Operation.of("letters", Ask.class, NilLetters.class);
        Operation<Ask, Letters> read = Operation.of("letters", Ask.class, Letters.class);
        try (HttpEndpoint endpoint = HttpEndpoint.serve(Contract.of(NAMESPACE, sent))
                .representations("hhfr", "tdxml")
                .on(sent, ask -> new NilLetters())
                .start(0)) {
            Contract contract = Contract.of(NAMESPACE, read);
            for (Mode mode : List.of(Mode.NEVER, Mode.ALWAYS)) {
                List<String> letters =
                        by(mode, representation, contract, endpoint, client -> client.call(read, new Ask()).letter);

                assertThat(letters).as("%s", mode).isEmpty();
            }
        }
    }

    /** An object with a default that its type cannot have. */
    @XmlRootElement(name = "dated", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Dated {
        @XmlElement(defaultValue = "unknown")
        @XmlSchemaType(name = "date")
        XMLGregorianCalendar date;
    }

    @Test
    void aDefaultThatItsTypeCannotHaveLeavesThePartToInfoset() {
        Contract contract = Contract.of(NAMESPACE, Operation.of("date", Ask.class, Dated.class));

        assertThat(contract.untyped()).hasSize(1).containsKey("{urn:unlike}date/out/0");
    }

    /** A label with a default that is an array. */
    @XmlRootElement(name = "label", namespace = NAMESPACE)
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Sealed {
        @XmlElement(defaultValue = "AQID")
        byte[] seal = {};
    }

    @Test
    void aDefaultThatIsChangedInOneObjectStaysInTheNext() throws IOException {
        Operation<Ask, Sealed> label = Operation.of("label", Ask.class, Sealed.class);
        Contract contract = Contract.of(NAMESPACE, label);
        try (HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                        .on(label, ask -> new Sealed())
                        .start(0);
                HttpEndpointClient client =
                        HttpEndpointClient.of(contract).mode(Mode.ALWAYS).open(endpoint.url())) {
            client.call(label, new Ask()).seal[0] = 9;

            assertThat(client.call(label, new Ask()).seal).containsExactly(1, 2, 3);
        }
    }
}
