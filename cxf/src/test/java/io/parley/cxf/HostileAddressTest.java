package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attack: an answer that is correct except for the host to which it sends the client. Most hosts are names of this
 * machine that a filter may not know, with a port that accepts any connection; the others are reachable only from
 * inside a network. The client connects to none of them.
 */
class HostileAddressTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> HOSTS = List.of(
            "127.0.0.1",
            "127.0.0.1.",
            "127.1",
            "127.0.1",
            "127.0.0.2",
            "127.255.255.254",
            "2130706433",
            "0x7f000001",
            "0x7F.0.0.1",
            "0177.0.0.1",
            "017700000001",
            "127.0.0.01",
            "127.000.000.001",
            "0",
            "0.0.0.0",
            "00.00.00.00",
            "[::]",
            "::",
            "[::1]",
            "::1",
            "0:0:0:0:0:0:0:1",
            "[0000::0001]",
            "[::ffff:127.0.0.1]",
            "::ffff:127.0.0.1",
            "::ffff:7f00:1",
            "[::127.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[fe80::1]",
            "fe80::1%lo",
            "[fe80::1%25lo]",
            "[fd00::1]",
            "[ff02::1]",
            "localhost.localdomain",
            "localhost4",
            "localhost6",
            "ip6-localhost",
            "ip6-loopback",
            "loopback",
            "localhost..",
            "localhost:22",
            "localhost@127.0.0.1",
            "127.0.0.1#localhost",
            "127.0.0.1/localhost",
            "localhost%00.example",
            "localhost\u0301",
            "loc\u0430lhost",
            "localhost\u3002",
            "\uff4cocalhost",
            "127\u30020\u30020\u30021",
            "\u2460\u2461\u2466.0.0.1",
            "[localhost",
            "localhost]",
            "[[localhost]]",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "2852039166",
            "0xa9fea9fe",
            "metadata.google.internal",
            "100.100.100.200",
            "224.0.0.1",
            "255.255.255.255",
            "127.0.0.1.nip.io",
            "unix:/run/x.sock",
            "file:///etc/passwd",
            "//localhost",
            "*",
            ".");

    @TempDir
    private static Path directory;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.ELSEWHERE)
    @Test
    void noneOfThemIsConnectedTo() throws Exception {
        assertThat(HOSTS).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        KeyStore keys = Certificates.make(directory, "localhost");
        Https.serve(published, keys);
        published.publishAny(new WrappedStationsImpl(), Https.address(published), SOAP11, new ParleyFeature());
        try (Relay relay = Relay.secured(Https.address(published), Https.context(keys));
                ServerSocketChannel trap = ServerSocketChannel.open().bind(new InetSocketAddress(0))) {
            trap.configureBlocking(false);
            WrappedStations stations = Https.trusting(
                    keys,
                    published.proxy(
                            WrappedStations.class,
                            relay.address("honest"),
                            SOAP11,
                            Published.patient().set("parley.channels", "stream")));
            int port = ((InetSocketAddress) trap.getLocalAddress()).getPort();

            for (int i = 0; i < HOSTS.size(); i++) {
                relay.edit(UnaryOperator.identity(), sendingTo(HOSTS.get(i), port));
                assertGoesBySoap(stations, relay.address("p" + i), HOSTS.get(i));
                assertThat(trap.accept()).as(HOSTS.get(i)).isNull();
            }

            // Control: the port is reachable, since the service's own host name leads to a connection.
            relay.edit(UnaryOperator.identity(), sendingTo("localhost", port));
            stations = to(stations, relay.address("own"));
            assertThat(stations.echo("x")).isEqualTo("x");
            await().atMost(PATIENCE).until(trap::accept, Objects::nonNull).close();
            settle(stations);
        }
    }

    private static UnaryOperator<String> sendingTo(String host, int port) {
        return answer -> {
            String sent = answer.replaceFirst("port=\"[0-9]+\"", "port=\"" + port + "\" host=\"" + host + "\"");
            assertThat(sent).isNotEqualTo(answer);
            return sent;
        };
    }

    private static void assertGoesBySoap(WrappedStations stations, String address, String host) throws Exception {
        to(stations, address);
        long before = refused(stations);
        assertThat(stations.echo("first")).isEqualTo("first");
        settle(stations);
        assertThat(stations.echo("second")).isEqualTo("second");

        assertThat(refused(stations)).as(host).isEqualTo(before + 1);
        assertThat(Published.status(stations).streamedCalls()).isZero();
    }

    private static long refused(WrappedStations stations) {
        return Published.status(stations).fallbacks().getOrDefault(FallbackReason.HOST_NOT_ALLOWED, 0L);
    }

    private static WrappedStations to(WrappedStations stations, String address) {
        Published.client(stations).getRequestContext().put(Message.ENDPOINT_ADDRESS, address);
        return stations;
    }

    private static void settle(WrappedStations stations) throws Exception {
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
