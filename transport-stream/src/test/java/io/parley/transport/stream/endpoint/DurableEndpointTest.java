package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.channel.Address;
import io.parley.channel.KeyStoreFile;
import io.parley.channel.Protection;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.testkit.NewKeys;
import io.parley.transport.stream.Relay;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a standalone endpoint whose sessions are kept in a store; {@code ./campaign crash} kills such endpoints. */
class DurableEndpointTest {
    @TempDir
    Path directory;

    @Test
    void callsAreAnsweredAndNothingIsLeftOfASessionThatEnded() throws Exception {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint endpoint = summing(store).start(0)) {
            try (StreamClient client = StreamClient.of(Samples.CONTRACT).open(endpoint.invite("test"))) {
                double[] many = new double[500_000];
                assertThat(client.call("sum", Numbers.of(many), Total.class).count)
                        .isEqualTo(many.length);
                assertThat(client.call("sum", Numbers.of(1, 2, 3.5), Total.class).value)
                        .isEqualTo(6.5);
            }
        }
    }

    @Test
    void differencesAndCertificatesThatEndWithTheProcessDoNotGoWithIt() {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults())) {
            assertThatThrownBy(() -> summing(store).compression("delta").start(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("found delta");
            assertThatThrownBy(() -> summing(store)
                            .protection(new Protection.Ephemeral())
                            .start(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no protection");
        }
    }

    @Test
    void anotherEndpointWithTheSameCertificateGoesOnWithCompressedSessions() throws Exception {
        Protection operators = KeyStoreFile.of(NewKeys.in(directory, "operator"), NewKeys.PASSWORD)
                .read();
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint first = protectedSumming(store, operators);
                Relay relay = new Relay(new Address("127.0.0.1", first.port()))) {
            Invitation invitation = first.invite("test");
            Agreement through = AgreementNote.read(AgreementNote.write(invitation.agreement()), Samples.CONTRACT);
            assertThat(through.digest()).isEqualTo(invitation.agreement().digest());
            Agreement byRelay = Samples.CONTRACT
                    .agreement(relay.address(), through.limits())
                    .compressed("zstd")
                    .reliable(Reliability.DURABLE)
                    .protectedBy(through.certificate());
            try (StreamClient client =
                    StreamClient.of(Samples.CONTRACT).open(Invitation.of(byRelay, invitation.token()))) {
                assertThat(client.call("sum", Numbers.of(new double[10_000]), Total.class).count)
                        .isEqualTo(10_000);
                try (StreamEndpoint second = protectedSumming(store, operators)) {
                    relay.leadTo(new Address("127.0.0.1", second.port()));
                    relay.cut();
                    assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value)
                            .isEqualTo(3);
                    assertThat(second.sessions()).isEqualTo(1);
                    client.close();
                }
            }
        }
    }

    @Test
    void sessionsThatAreSealedGoOnWhereTheSealIsKnownAndNowhereElse() throws Exception {
        Seal known = Seal.of("a secret of the operator's, 32 bytes".getBytes(StandardCharsets.UTF_8));
        Seal another = Seal.of("another one, which is as long as it".getBytes(StandardCharsets.UTF_8));
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint first = summing(store).durable(store, known).start(0);
                Relay relay = new Relay(new Address("127.0.0.1", first.port()));
                StreamClient client = through(relay, first.invite("test"))) {
            client.call("sum", Numbers.of(1), Total.class);
            try (StreamEndpoint strange = summing(store).durable(store, another).start(0);
                    StreamEndpoint next = summing(store).durable(store, known).start(0)) {
                int before = relay.accepted();
                relay.leadTo(new Address("127.0.0.1", strange.port()));
                relay.cut();
                await().until(() -> relay.accepted() >= before + 3);
                assertThat(strange.sessions()).isZero();
                relay.leadTo(new Address("127.0.0.1", next.port()));
                assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value)
                        .isEqualTo(3);
                assertThat(next.sessions()).isEqualTo(1);
                client.close();
            }
        }
    }

    @Test
    void aClientWhoseEndpointIsGoneGoesOnAtTheOtherThatTheInvitationNames() throws Exception {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint other = summing(store).start(0);
                StreamEndpoint first =
                        summing(store).orAt("127.0.0.1", other.port()).start(0)) {
            Invitation invitation = first.invite("test");
            Agreement written = AgreementNote.read(AgreementNote.write(invitation.agreement()), Samples.CONTRACT);
            try (StreamClient client =
                    StreamClient.of(Samples.CONTRACT).open(Invitation.of(written, invitation.token()))) {
                client.call("sum", Numbers.of(1), Total.class);

                first.close();

                assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value)
                        .isEqualTo(3);
                assertThat(other.sessions()).isEqualTo(1);
            }
        }
    }

    @Test
    void anEndpointThatIsDrainedLeavesItsSessionsToTheNext() throws Exception {
        try (ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
                StreamEndpoint first = summing(store).start(0);
                Relay relay = new Relay(new Address("127.0.0.1", first.port()));
                StreamClient client = through(relay, first.invite("test"))) {
            client.call("sum", Numbers.of(1), Total.class);

            assertThat(first.drain(Duration.ofSeconds(30))).isTrue();
            try (StreamEndpoint next = summing(store).start(0)) {
                relay.leadTo(new Address("127.0.0.1", next.port()));

                assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value)
                        .isEqualTo(3);
                client.close();
            }
        }
    }

    private static StreamClient through(Relay relay, Invitation invitation) {
        Agreement there = Samples.CONTRACT
                .agreement(relay.address(), invitation.agreement().limits())
                .reliable(Reliability.DURABLE);
        return StreamClient.of(Samples.CONTRACT).open(Invitation.of(there, invitation.token()));
    }

    private static StreamEndpoint protectedSumming(ContextStore store, Protection protection) throws IOException {
        return summing(store).compression("zstd").protection(protection).start(0);
    }

    private static StreamEndpoint.Builder summing(ContextStore store) {
        return StreamEndpoint.serve(Samples.CONTRACT)
                .on("sum", Numbers.class, (numbers, session) -> {
                    assertThat(session.isRedelivered()).isFalse();
                    return Samples.sum(numbers);
                })
                .durable(store);
    }
}
