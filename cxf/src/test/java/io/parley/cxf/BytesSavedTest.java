package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parley.cxf.endpoint.OperationBytes;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.cxf.settings.Settings;
import io.parley.runtime.Traffic;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Map;
import java.util.Random;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the bytes saved that a client reports with the entity bytes counted by a relay in front of the service and
 * the frame bytes counted by the session. They agree within one percent, which is the session's credit.
 */
class BytesSavedTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    /** Divisor of the bytes on the session that credit may take up. */
    private static final long TOLERATED = 100;

    private final Published published = new Published();
    private EntityCount entities;
    private WrappedStations stations;

    @BeforeEach
    void publish() throws Exception {
        published.clientBus.setId("clients of " + getClass());
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        entities = new EntityCount(published.address());
        stations = published.proxy(
                WrappedStations.class,
                entities.address(),
                SOAP11,
                Published.patient().set("parley.channels", Published.CHANNEL).set(Settings.CONSOLE, true));
    }

    @AfterEach
    void stop() {
        entities.close();
        published.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 300, 2_000, 400_000})
    void theyAreWhatACountOfEntitiesAndOfFramesGives(int length) {
        double bySoap = entitiesOfSoap(3, length) / 3.0;
        long onSession = framesOf(5, length);

        assertThat(saved().saved()).isCloseTo(Math.round(bySoap * 5) - onSession, within(onSession / TOLERATED));
        assertThat(saved().compared()).isEqualTo(5);
        assertThat(saved().comparedWith()).isEqualTo(3);
    }

    /** Entities are shorter if both sides compress SOAP, and the compressed size is counted. */
    @Test
    void entitiesThatAreCompressedCountAsTheyTravel() {
        Client client = Published.client(stations);
        GZIPFeature packed = new GZIPFeature();
        packed.setForce(true);
        packed.setThreshold(0);
        packed.initialize(client, published.clientBus);
        packed.initialize(published.server(), published.serviceBus);

        long bySoap = entitiesOfSoap(2, 100_000);

        assertThat(echo().soapBytes()).isEqualTo(bySoap);
    }

    @Test
    void callsOnSessionsThatTookMoreThanThoseBySoapLostBytes() {
        entitiesOfSoap(2, 10);
        framesOf(3, 50_000);

        assertThat(saved().saved()).isLessThan(-3 * 2 * 40_000);
    }

    @Test
    void aConsoleOfJmxSeesThem() throws Exception {
        entitiesOfSoap(2, 300);
        framesOf(3, 300);

        assertThat(ParleyEndpoints.of(published.clientBus).get(0).state().getBytesSaved())
                .isEqualTo(Map.of("saved", echo().saved(), "compared", 3L, "comparedWith", 2L));
        assertThat(echo().saved()).isPositive();
    }

    @Test
    void anOperationThatNeverWentBySoapAddsNothing() {
        entitiesOfSoap(2, 10);
        framesOf(1, 10);

        assertThat(stations.whoAmI()).isNotNull();

        assertThat(saved().compared()).isOne();
        assertThat(saved().comparedWith()).isEqualTo(2);
        assertThat(saved().operations())
                .filteredOn(each -> each.operation().equals("whoAmI"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.streamCalls()).isEqualTo(2);
                    assertThat(each.streamBytes()).isPositive();
                    assertThat(each.isCompared()).isFalse();
                    assertThat(each.saved()).isZero();
                });
    }

    @Test
    void faultsAndOneWayCallsAreNotCounted() {
        stream();
        BytesSaved before = saved();

        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("nobody waits for an answer");
        mode("never");
        assertThatThrownBy(() -> stations.fail("checked")).isInstanceOf(StationException.class);
        stations.tell("nobody waits for an answer");

        assertThat(saved()).isEqualTo(before);
    }

    @Test
    void nothingIsCountedUnlessTheConsoleIsOn() {
        WrappedStations other = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        other.echo("x");

        assertThat(ParleyEndpoints.of(published.clientBus))
                .extracting(each -> each.load().get().bytes().operations().isEmpty())
                .containsExactly(true, true);
    }

    private long entitiesOfSoap(int calls, int length) {
        mode("never");
        long before = entities.bytes();
        echo(calls, length);
        return entities.bytes() - before;
    }

    private long framesOf(int calls, int length) {
        stream();
        Traffic before = Published.status(stations).traffic();
        echo(calls, length);
        Traffic after = Published.status(stations).traffic();
        return after.bytesOut() + after.bytesIn() - before.bytesOut() - before.bytesIn();
    }

    /** Sends all further calls over a session, which a call of an operation that never uses SOAP opens. */
    private void stream() {
        mode("always");
        assertThat(stations.whoAmI()).isNotNull();
    }

    private void mode(String mode) {
        ((BindingProvider) stations).getRequestContext().put(Settings.MODE, mode);
    }

    private void echo(int calls, int length) {
        Random random = new Random(1);
        for (int call = 0; call < calls; call++) {
            StringBuilder letters = new StringBuilder();
            random.ints(length, 'a', 'z').forEach(letters::appendCodePoint);
            String text = letters.toString();
            assertThat(stations.echo(text)).isEqualTo(text);
        }
    }

    private OperationBytes echo() {
        return saved().operations().stream()
                .filter(each -> each.operation().equals("echo"))
                .findFirst()
                .orElseGet(() -> new OperationBytes("echo", 0, 0, 0, 0));
    }

    private BytesSaved saved() {
        return ParleyEndpoints.of(published.clientBus).get(0).load().get().bytes();
    }
}
