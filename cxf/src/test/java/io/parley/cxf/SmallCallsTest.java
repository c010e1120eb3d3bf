package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.testkit.CallMemory;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the memory that a small call through CXF allocates. */
class SmallCallsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int WARM_UPS = 2_000;
    /** Limit for client and server together; most of it is CXF's own. */
    private static final long MOST_BYTES = 33_000;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aSmallCallAllocatesLittleBesideWhatCxfDoes() {
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.feature(Mode.ALWAYS).set("parley.compression", "none")); // delta keeps its reference messages

        long bytes = CallMemory.bytesPerCall(WARM_UPS, () -> stations.echo("x"));

        assertThat(Published.status(stations).fallbacks()).isEmpty();
        assertThat(bytes).as("bytes allocated per call").isLessThan(MOST_BYTES);
    }
}
