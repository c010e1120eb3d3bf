package io.parley.cxf.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.standalone.Sums.Numbers;
import io.parley.cxf.standalone.Sums.Total;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointClient;
import io.parley.negotiation.Mode;
import io.parley.soap.SoapVersion;
import io.parley.testkit.FreePort;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests endpoints with a contract but without CXF, together with clients and services of CXF that have its WSDL. */
class StandalonePairingsTest {
    private static final Contract CONTRACT = Contract.builder(Sums.NAMESPACE)
            .operation("sum", Numbers.class, Total.class)
            .operation("length", String.class, Integer.class)
            .message("note", String.class)
            .message("tick", String.class)
            .build();

    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** The service of CXF. */
    @WebService(
            targetNamespace = Sums.NAMESPACE,
            serviceName = "Service",
            portName = "Port",
            endpointInterface = "io.parley.cxf.standalone.Sums")
    public static final class SumsService implements Sums {
        private final List<String> notes;

        SumsService(List<String> notes) {
            this.notes = notes;
        }

        @Override
        public Total sum(Numbers numbers) {
            return Total.of(numbers);
        }

        @Override
        public int length(String text) {
            return lengthOf(text);
        }

        @Override
        public void note(String text) {
            notes.add(text);
        }
    }

    private static int lengthOf(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("there is no text");
        }
        return text.length();
    }

    @ParameterizedTest
    @CsvSource({"stream,V1_1", "stream,V1_2", "http,V1_1", "http,V1_2"})
    void aClientOfCxfHasTypedCallsToAnEndpointWithoutIt(String channel, SoapVersion version) throws Exception {
        HttpEndpoint endpoint = endpoint();
        Sums sums = proxy(endpoint.url(), version, feature(channel));

        assertThat(sums.sum(Numbers.of(1, 2, 3)).value).isEqualTo(6);
        assertThat(sums.length("größer")).isEqualTo(6);
        sums.note(channel);

        await().until(() -> notes.equals(List.of(channel)));
        ParleyStatus status = Published.status(sums);
        assertThat(status.agreement().orElseThrow().channel()).isEqualTo(channel);
        assertThat(status.streamedCalls()).isEqualTo(3);
        assertThat(status.infosetParts()).isZero();
        assertThat(endpoint.sessions()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"stream,V1_1", "stream,V1_2", "http,V1_1", "http,V1_2"})
    void aClientWithoutCxfHasTypedCallsToAServiceOfCxf(String channel, SoapVersion version) {
        HttpEndpointClient client = client(publish(version, Published.patient()), channel, version, Mode.ALWAYS);

        assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value).isEqualTo(6);
        assertThat(client.call("length", "größer", Integer.class)).isEqualTo(6);
        client.send("note", channel);

        await().until(() -> notes.equals(List.of(channel)));
        assertThat(client.channel()).contains(channel);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml"})
    void bothPairingsHaveEveryRepresentation(String representation) throws Exception {
        HttpEndpoint endpoint = endpoint(representation);
        Sums sums = proxy(
                endpoint.url(), SoapVersion.V1_1, feature("stream").set("parley.representations", representation));
        HttpEndpointClient client = kept(HttpEndpointClient.of(CONTRACT)
                .mode(Mode.ALWAYS)
                .representations(representation)
                .open(publish(SoapVersion.V1_1, Published.patient().set("parley.representations", representation))));

        assertThat(sums.sum(Numbers.of(1, 2, 3)).value).isEqualTo(6);
        assertThat(Published.status(sums).agreement().orElseThrow().representation())
                .isEqualTo(representation);
        assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value).isEqualTo(6);
        assertThat(client.channel()).contains("stream");
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void whatAnEndpointWithoutCxfFailsWithIsTheSameFaultByStreamAndBySoap(Mode mode) throws Exception {
        Sums sums = proxy(endpoint().url(), SoapVersion.V1_1, feature("stream").mode(mode));

        assertThatThrownBy(() -> sums.length(""))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage("the handler of the call failed");
        assertThat(sums.length("four")).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void whatAServiceOfCxfFailsWithIsTheSameErrorByStreamAndBySoap(Mode mode) {
        HttpEndpointClient client =
                client(publish(SoapVersion.V1_1, Published.patient()), "stream", SoapVersion.V1_1, mode);

        assertFailsWithoutText(client);
    }

    /** Asserts that a call fails with the error of a service of CXF, and that the next one succeeds. */
    static void assertFailsWithoutText(EndpointClient client) {
        assertThatThrownBy(() -> client.call("length", "", Integer.class))
                .isInstanceOfSatisfying(ParleyException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL);
                    assertThat(e).hasMessageContaining("there is no text");
                });
        assertThat(client.call("length", "four", Integer.class)).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            names = {"ALWAYS", "NEVER"})
    void aHeaderBlockThatMustBeUnderstoodIsRefusedByStreamAndBySoap(Mode mode) throws Exception {
        HttpEndpoint endpoint = endpoint();
        Sums sums = proxy(endpoint.url(), SoapVersion.V1_1, feature("stream").mode(mode));
        header(sums, true);

        assertThatThrownBy(() -> sums.sum(Numbers.of(1)))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessageContaining("must be understood");
        header(sums, false);
        for (int i = 0; i < 4; i++) { // a repeated block is not cached here
            assertThat(sums.sum(Numbers.of(i)).value).isEqualTo(i);
        }
        assertThat(endpoint.sessions()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void aClientThatWasMadeOfTheWsdlHasTypedCalls(String channel) throws Exception {
        HttpEndpoint endpoint = endpoint();
        Service service =
                Service.create(URI.create(endpoint.url() + "?wsdl").toURL(), new QName(Sums.NAMESPACE, "Service"));
        Sums sums = service.getPort(new QName(Sums.NAMESPACE, "Soap12Port"), Sums.class, feature(channel));

        assertThat(sums.sum(Numbers.of(1, 2, 3)).value).isEqualTo(6);
        assertThat(sums.length("four")).isEqualTo(4);
        assertThat(Published.status(sums).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(sums).infosetParts()).isZero();
    }

    /** The replacement of the total in another version of the contract. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Average {
        double value;

        @SuppressWarnings("UnusedVariable") // changes the schema
        Integer count;
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void ofAnotherVersionOfTheContractWhatBothHaveAlikeIsTyped(String channel) {
        Contract other = Contract.builder(Sums.NAMESPACE)
                .operation("sum", Numbers.class, Total.class)
                .operation("length", String.class, Average.class)
                .actions(name -> "")
                .build();
        HttpEndpointClient client = kept(HttpEndpointClient.of(other)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .open(publish(SoapVersion.V1_1, Published.patient())));

        assertThat(client.call("sum", Numbers.of(1, 2, 3), Total.class).value).isEqualTo(6);
        assertThat(client.channel()).contains(channel);
    }

    private HttpEndpoint endpoint(String... representations) throws Exception {
        HttpEndpoint.Builder building = HttpEndpoint.serve(CONTRACT)
                .on("sum", Numbers.class, numbers -> Total.of(numbers))
                .on("length", String.class, StandalonePairingsTest::lengthOf)
                .onMessage("note", String.class, (text, session) -> notes.add(text));
        return kept((representations.length == 0 ? building : building.representations(representations)).start(0));
    }

    private URI publish(SoapVersion version, ParleyFeature feature) {
        Published published = kept(new Published());
        String address = "http://localhost:" + FreePort.find() + "/sums";
        published.publishAny(new SumsService(notes), address, binding(version), feature);
        return URI.create(address);
    }

    private Sums proxy(URI url, SoapVersion version, ParleyFeature feature) {
        return kept(new Published()).proxy(Sums.class, url.toString(), binding(version), feature);
    }

    private HttpEndpointClient client(URI url, String channel, SoapVersion version, Mode mode) {
        return kept(HttpEndpointClient.of(CONTRACT)
                .mode(mode)
                .version(version)
                .channels(channel)
                .open(url));
    }

    private static ParleyFeature feature(String channel) {
        return Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel);
    }

    private static String binding(SoapVersion version) {
        return version == SoapVersion.V1_1 ? SOAPBinding.SOAP11HTTP_BINDING : SOAPBinding.SOAP12HTTP_BINDING;
    }

    private static void header(Sums sums, boolean mustUnderstand) throws Exception {
        SoapHeader header =
                new SoapHeader(new QName("urn:tenants", "tenant"), "seven", new JAXBDataBinding(String.class));
        header.setMustUnderstand(mustUnderstand);
        Published.client(sums).getRequestContext().put(Header.HEADER_LIST, List.of(header));
    }

    /** Registers a resource, to be closed before the ones registered earlier. */
    private <T extends AutoCloseable> T kept(T each) {
        open.add(0, each);
        return each;
    }
}
