package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Read;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.cxf.Certificates;
import io.parley.cxf.Https;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Reliability;
import io.parley.testkit.NewKeys;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a service which requires client certificates continues their sessions in its next process, with the same
 * identities.
 */
class DurableCertificatesTest {
    @TempDir
    private static Path keys;

    private static KeyStore https;
    private static KeyStore alice;
    private static KeyStore bob;

    @TempDir
    Path folder;

    private final Published client = new Published();
    private Hosts hosts;

    @BeforeAll
    static void make() throws Exception {
        https = Certificates.make(keys, "localhost");
        NewKeys.in(keys, "operator");
        alice = Certificates.make(keys, "alice");
        bob = Certificates.make(keys, "bob");
        KeyStore both = KeyStore.getInstance("PKCS12");
        both.load(null, null);
        both.setCertificateEntry("alice", alice.getCertificate("alice"));
        both.setCertificateEntry("bob", bob.getCertificate("bob"));
        try (OutputStream out = Files.newOutputStream(keys.resolve("clients.p12"))) {
            both.store(out, Certificates.password().toCharArray());
        }
        byte[] secret = new byte[Seal.LEAST_BYTES];
        new SecureRandom().nextBytes(secret);
        Files.write(keys.resolve("seal"), secret);
    }

    @BeforeEach
    void start() {
        hosts = new Hosts(folder);
        hosts.options.addAll(List.of(
                "-D" + BookingsHost.KEYS + "=" + keys.resolve("localhost.p12"),
                "-D" + BookingsHost.STREAM_KEYS + "=" + keys.resolve("operator.p12"),
                "-D" + BookingsHost.CLIENTS + "=" + keys.resolve("clients.p12")));
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        hosts.close();
    }

    @Test
    void theNextProcessGoesOnAsTheCallerWhomTheCertificateNames() throws Exception {
        seal();
        Process first = hosts.start("first");
        Bookings ofAlice = proxy(alice);
        Bookings ofBob = proxy(bob);
        assertThat(ofAlice.book("a")).isEqualTo("booked a for CN=alice by CN=alice");
        assertThat(ofBob.book("b")).isEqualTo("booked b for CN=bob by CN=bob");
        assertThat(reliability(ofAlice)).isEqualTo(Reliability.DURABLE);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> ofAlice.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);
        hosts.start("second");

        assertThat(answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo("booked stuck again for CN=alice by CN=alice");
        assertThat(ofBob.book("c")).isEqualTo("booked c for CN=bob by CN=bob");
        assertThat(Published.status(ofAlice).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(ofBob).streamedCalls()).isEqualTo(2);
    }

    @Test
    void withoutASealNobodyIsBelievedToHaveShownACertificate() throws Exception {
        hosts.startHere("first");
        Bookings ofAlice = proxy(alice);

        assertThat(ofAlice.book("a")).isEqualTo("booked a for CN=alice by CN=alice");

        assertThat(reliability(ofAlice)).isEqualTo(Reliability.RESUME);
    }

    @Test
    void aSealThatCannotBeReadIsNoReasonToGoWithoutOne() throws Exception {
        hosts.options.add("-D" + BookingsHost.SEAL + "=" + keys.resolve("none"));
        hosts.startHere("first");
        Bookings ofAlice = proxy(alice);

        assertThat(ofAlice.book("a")).isEqualTo("booked a for CN=alice by CN=alice");

        assertThat(reliability(ofAlice)).isEqualTo(Reliability.RESUME);
    }

    /** Attack: a writer to the store gives Bob's session, whose secret he may know, the rights of Alice. */
    @Test
    void agreementsThatWereExchangedInTheStoreGiveNobodyTheRightsOfAnother() throws Exception {
        seal();
        Process first = hosts.start("first");
        Bookings ofAlice = proxy(alice);
        Bookings ofBob = proxy(bob, 4_000);
        assertThat(ofAlice.book("a")).isEqualTo("booked a for CN=alice by CN=alice");
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> ofBob.book("stuck"));
        hosts.awaitTally("first book stuck false");

        Hosts.kill(first);
        exchangeAgreements();
        hosts.start("second");

        assertThatThrownBy(() -> answer.get(Hosts.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasStackTraceContaining("resumed within");
        assertThat(ofBob.book("b")).as("agreed anew").isEqualTo("booked b for CN=bob by CN=bob");
        assertThat(hosts.tally())
                .as("nothing of the session is done")
                .containsExactly("first book a false", "first book stuck false", "second book b false");
    }

    private void exchangeAgreements() {
        try (ContextStore store = ContextStores.open(hosts.file(), StoreSettings.defaults())) {
            List<Key> agreements = store.owned("parley agreements", Cursor.START, ContextStore.MAX_PAGE).stream()
                    .map(each -> each.key())
                    .toList();
            assertThat(agreements).hasSize(2);
            Entry one = store.get(agreements.get(0), Read.LATEST).orElseThrow();
            Entry other = store.get(agreements.get(1), Read.LATEST).orElseThrow();
            put(store, agreements.get(0), other);
            put(store, agreements.get(1), one);
        }
    }

    private static void put(ContextStore store, Key key, Entry entry) {
        Change change =
                new Change.Put(key.name(), entry.value(), entry.info().owner(), Duration.ofHours(1), Condition.any());
        assertThat(store.write(Transaction.in(key.scope(), "attacker", change)).isDone())
                .isTrue();
    }

    private void seal() {
        hosts.options.add("-D" + BookingsHost.SEAL + "=" + keys.resolve("seal"));
    }

    private Bookings proxy(KeyStore own) throws Exception {
        return proxy(own, 120_000);
    }

    private Bookings proxy(KeyStore own, int resumeMillis) throws Exception {
        ParleyFeature patient = Published.patient()
                .mode(Mode.ALWAYS)
                .set("parley.channels", "stream")
                .set("parley.reliability", "durable")
                .set("parley.limits.resume-millis", resumeMillis);
        return Hosts.patient(Https.trusting(
                https,
                client.proxy(
                        Bookings.class,
                        "https://localhost:" + hosts.http + "/bookings",
                        SOAPBinding.SOAP11HTTP_BINDING,
                        patient),
                Certificates.own(own)));
    }

    private static Reliability reliability(Bookings bookings) {
        return Published.status(bookings).agreement().orElseThrow().reliability();
    }
}
