package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.channel.KeyStoreFile;
import io.parley.testkit.NewKeys;
import io.parley.testkit.channel.ChannelContract;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Runs the channel contract over WebSockets with TLS. */
class WssContractTest extends ChannelContract {
    @TempDir
    private static Path folder;

    private static WebSocketProvider provider;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path keys = NewKeys.in(folder, "own");
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(KeyStore.getInstance(keys.toFile(), NewKeys.PASSWORD.toCharArray()));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trusted.getTrustManagers(), null);
        provider = new WebSocketProvider(
                HttpClient.newBuilder().sslContext(tls).build(),
                KeyStoreFile.of(keys, NewKeys.PASSWORD).read());
    }

    @Override
    protected ChannelProvider provider() {
        return provider;
    }

    /** Returns the host for which the certificate was issued. */
    @Override
    protected Address bindAddress() {
        return new Address("localhost", 0);
    }
}
