package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.runtime.Contract;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's example of an endpoint of its own over TLS. */
class TlsExampleTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private Path directory;

    @Test
    void anEndpointShowsACertificateOfItsOwnAndThenTheOperators() throws Exception {
        Contract contract = Contract.builder("urn:lengths")
                .operation("length", String.class, Integer.class)
                .build();
        Path file = keys();

        StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                .on("length", String.class, String::length)
                .protection(new Protection.Ephemeral()) // a key and a certificate that nobody keeps
                .start(0);

        try (StreamClient client = StreamClient.of(contract).open(endpoint.invite("a client"))) {
            assertThat(client.call("length", "four", Integer.class)).isEqualTo(4);
        }

        endpoint.renew(KeyStoreFile.of(file, PASSWORD).read()); // from now on this one, under sessions that stand

        try (StreamClient client = StreamClient.of(contract).open(endpoint.invite("a client"))) {
            assertThat(client.call("length", "three", Integer.class)).isEqualTo(5);
        }
        endpoint.close();
    }

    private Path keys() throws Exception {
        Path file = directory.resolve("stream.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "stream",
                        "-dname",
                        "CN=stream",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .inheritIO()
                .start();
        assertThat(made.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(made.exitValue()).isZero();
        return file;
    }
}
