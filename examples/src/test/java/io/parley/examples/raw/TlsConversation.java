package io.parley.examples.raw;

import io.parley.channel.KeyStoreFile;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import io.parley.testkit.NewKeys;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.capture.Capture;
import io.parley.transport.http.endpoint.HttpEndpoint;
import io.parley.transport.http.endpoint.HttpEndpointClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A program that calls an endpoint at an https URL in a WebSocket, through a proxy that captures its connections in
 * {@code tls.pcap} of the folder given as argument. It needs a separate JVM, since an agent logs its secrets.
 */
final class TlsConversation {
    private TlsConversation() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Path keys = NewKeys.in(folder, "tls");
        Capture capture = new Capture();
        Contract contract = Contract.builder(Sums.NAMESPACE)
                .operation("sum", Sums.Numbers.class, Sums.Total.class)
                .actions(name -> "")
                .build();
        try (HttpEndpoint endpoint = HttpEndpoint.serve(contract)
                        .on("sum", Sums.Numbers.class, Sums::sum)
                        .representations("hhfr")
                        .protection(KeyStoreFile.of(keys, NewKeys.PASSWORD).read())
                        .advertise("localhost")
                        .start(0);
                FaultProxy soap = tapped(capture, endpoint.url().getPort());
                HttpEndpointClient client = HttpEndpointClient.of(contract)
                        .mode(Mode.ALWAYS)
                        .channels("websocket")
                        .http(HttpClient.newBuilder().sslContext(trusting(keys)).build())
                        .open(URI.create("https://localhost:" + soap.port()
                                + endpoint.url().getPath()))) {
            Sums.Numbers numbers = new Sums.Numbers();
            numbers.number = new double[] {1, 2.5};
            client.call("sum", numbers, Sums.Total.class);
        }
        capture.write(folder.resolve("tls.pcap"));
    }

    private static FaultProxy tapped(Capture capture, int port) throws Exception {
        return FaultProxy.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), capture.tap(port));
    }

    private static SSLContext trusting(Path keys) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(keys.toFile(), NewKeys.PASSWORD.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
