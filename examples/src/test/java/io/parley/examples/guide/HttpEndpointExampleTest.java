package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.channel.KeyStoreFile;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.endpoint.OperationFault;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of a service at a URL, without CXF. */
class HttpEndpointExampleTest {

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Numbers {
        private double[] number;

        Numbers() {}

        Numbers(double... number) {
            this.number = number;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Total {
        private double value;

        static Total of(Numbers numbers) {
            Total total = new Total();
            total.value = Arrays.stream(numbers.number).sum();
            return total;
        }
    }

    @Test
    void anEndpointWithAUrlIsCalledByWhoHoldsTheSameContract() throws Exception {
        int port = 0;
        Operation<Numbers, Total> sum = Operation.of("sum", Numbers.class, Total.class);
        Contract contract = Contract.of("urn:samples", sum);

        HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                .on(sum, numbers -> Total.of(numbers))
                .start(port);

        Total total;
        try (HttpEndpointClient client = HttpEndpointClient.of(contract).open(endpoint.url())) {
            total = client.call(sum, new Numbers(1, 2, 3));
        }

        assertThat(total.value).isEqualTo(6);
        endpoint.close();
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    static class TooMany {
        private int most;

        TooMany() {}

        TooMany(int most) {
            this.most = most;
        }
    }

    @Test
    void anOperationDeclaresItsFaults() throws Exception {
        String shown = "";
        Operation<Numbers, Total> sum =
                Operation.of("sum", Numbers.class, Total.class).withFault(TooMany.class);
        Contract contract = Contract.of("urn:samples", sum);

        HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                .on(sum, numbers -> {
                    if (numbers.number.length > 2) {
                        throw new OperationFault("too many numbers", new TooMany(2));
                    }
                    return Total.of(numbers);
                })
                .start(0);

        try (HttpEndpointClient client = HttpEndpointClient.of(contract).open(endpoint.url())) {
            client.call(sum, new Numbers(1, 2, 3), Duration.ofSeconds(5)); // the time limit of this call
        } catch (OperationFault fault) {
            shown = fault.getMessage() + ", at most "
                    + fault.detail(TooMany.class).orElseThrow().most;
        }

        assertThat(shown).isEqualTo("too many numbers, at most 2");
        endpoint.close();
    }

    @Test
    void anObserverIsToldOfEachCall() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        Operation<Numbers, Total> sum = Operation.of("sum", Numbers.class, Total.class);
        Contract contract = Contract.of("urn:samples", sum);

        HttpEndpoint observed = HttpEndpoint.serve(contract)
                .on(sum, numbers -> Total.of(numbers))
                .observer(call -> seen.add(call.operation()
                        + (call.streamed() ? " by session, " : " by SOAP, ")
                        + call.failure().map(ErrorCode::name).orElse("answered")))
                .start(0);

        try (HttpEndpointClient client =
                HttpEndpointClient.of(contract).mode(Mode.NEVER).open(observed.url())) {
            client.call(sum, new Numbers(1));
        }
        assertThat(seen).containsExactly("sum by SOAP, answered");
        observed.close();
    }

    @Test
    void anEndpointAtAnHttpsUrlIsCalledByWhoTrustsItsCertificate(@TempDir Path folder) throws Exception {
        Path keyStore = NewKeys.in(folder, "sums");
        String password = NewKeys.PASSWORD;
        SSLContext trusted = trusting(keyStore);
        Operation<Numbers, Total> sum = Operation.of("sum", Numbers.class, Total.class);
        Contract contract = Contract.of("urn:samples", sum);

        HttpEndpoint secured = HttpEndpoint.serve(contract)
                .on(sum, numbers -> Total.of(numbers))
                .advertise("localhost")
                .protection(KeyStoreFile.of(keyStore, password).read())
                .start(0);

        HttpEndpointClient.Builder trusting = HttpEndpointClient.of(contract)
                .http(HttpClient.newBuilder().sslContext(trusted).build());

        try (HttpEndpointClient client = trusting.open(secured.url())) {
            assertThat(client.call(sum, new Numbers(1, 2, 3)).value).isEqualTo(6);
        }
        secured.close();
    }

    private static SSLContext trusting(Path keyStore) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(keyStore.toFile(), NewKeys.PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
