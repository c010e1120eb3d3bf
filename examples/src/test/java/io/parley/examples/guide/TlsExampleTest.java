package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.testkit.NewKeys;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of a standalone endpoint over TLS. */
class TlsExampleTest {
    private static final String PASSWORD = NewKeys.PASSWORD;

    @TempDir
    private Path directory;

    @Test
    void anEndpointShowsACertificateOfItsOwnAndThenTheOperators() throws Exception {
        Operation<String, Integer> length = Operation.of("length", String.class, Integer.class);
        Contract contract = Contract.of("urn:lengths", length);
        Path file = NewKeys.in(directory, "stream");

        StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                .on(length, text -> text.length())
                .protection(new Protection.Ephemeral()) // a key and a certificate that nobody keeps
                .start(0);

        try (StreamClient client = StreamClient.of(contract).open(endpoint.invite("a client"))) {
            assertThat(client.call(length, "four")).isEqualTo(4);
        }

        endpoint.renew(KeyStoreFile.of(file, PASSWORD).read()); // from now on this one, under sessions that stand

        try (StreamClient client = StreamClient.of(contract).open(endpoint.invite("a client"))) {
            assertThat(client.call(length, "three")).isEqualTo(5);
        }
        endpoint.close();
    }
}
