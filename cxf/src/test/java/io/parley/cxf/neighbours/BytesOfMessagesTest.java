package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.bytes.ByteInterceptorsOfOthers;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.negotiation.FallbackReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests interceptors of applications that read, keep and change the bytes of messages, in each phase and on each side.
 * With Parley on their bus calls return the same, and the interceptors see the same bytes.
 */
class BytesOfMessagesTest {
    private static final String NAMESPACE = "urn:parley:test";

    /** The side with the interceptors. */
    private enum Side {
        CLIENT,
        SERVICE,
        BOTH
    }

    /**
     * An interceptor and its place.
     *
     * @param add adds it to an endpoint, with a list for what it sees
     */
    private record Case(String name, Side side, boolean streams, BiConsumer<InterceptorProvider, List<String>> add) {
        @Override
        public String toString() {
            return name + " at " + side;
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Side side : Side.values()) {
            for (String phase : List.of(Phase.RECEIVE, Phase.PRE_STREAM, Phase.USER_STREAM)) {
                cases.add(new Case(
                        "reading in " + phase,
                        side,
                        false,
                        (endpoint, seen) ->
                                endpoint.getInInterceptors().add(new ByteInterceptorsOfOthers.Reading(phase, seen))));
            }
            for (String phase : List.of(Phase.PREPARE_SEND, Phase.PRE_STREAM)) {
                cases.add(new Case(
                        "keeping in " + phase,
                        side,
                        false,
                        (endpoint, seen) ->
                                endpoint.getOutInterceptors().add(new ByteInterceptorsOfOthers.Keeping(phase, seen))));
            }
            cases.add(new Case(
                    "changing",
                    side,
                    false,
                    (endpoint, seen) -> endpoint.getInInterceptors()
                            .add(new ByteInterceptorsOfOthers.Changing(Phase.USER_STREAM))));
            cases.add(new Case(
                    "rewriting",
                    side,
                    false,
                    (endpoint, seen) -> endpoint.getOutInterceptors()
                            .add(new ByteInterceptorsOfOthers.Rewriting(Phase.PRE_STREAM))));
            for (String phase : List.of(Phase.USER_STREAM, Phase.SEND)) {
                cases.add(new Case(
                        "flushing in " + phase,
                        side,
                        false,
                        (endpoint, seen) ->
                                endpoint.getOutInterceptors().add(new ByteInterceptorsOfOthers.Flushing(phase))));
            }
            cases.add(new Case(
                    "keeping faults",
                    side,
                    false,
                    (endpoint, seen) -> endpoint.getOutFaultInterceptors()
                            .add(new ByteInterceptorsOfOthers.Keeping(Phase.PRE_STREAM, seen))));
            cases.add(new Case(
                    "harmless",
                    side,
                    true,
                    (endpoint, seen) -> endpoint.getOutInterceptors()
                            .add(new ByteInterceptorsOfOthers.Harmless(Phase.PRE_STREAM))));
        }
        return cases.stream();
    }

    @Shows(Use.BYTES_OF_MESSAGES)
    @ParameterizedTest
    @MethodSource("cases")
    void interceptorsMeetTheBytesThatTheyMeetWithoutParley(Case one) throws Exception {
        List<String> seenWithout = new CopyOnWriteArrayList<>();
        Map<String, String> without;
        try (Street street = new Street(Street.Place.PORT, false)) {
            without = calls(street, stations(street, one, seenWithout));
        }
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Street street = new Street(Street.Place.PORT, true)) {
            street.clients.setProperty("parley.mode", "auto");
            WrappedStations stations = stations(street, one, seen);
            calls(street, stations);
            ParleyStatus.settled(Published.client(stations))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            seen.clear();

            assertThat(calls(street, stations)).containsExactlyEntriesOf(without);

            assertThat(ofCalls(seen)).isEqualTo(ofCalls(seenWithout));
            ParleyStatus status = Published.status(stations);
            assertThat(status.streamedCalls() > 0).isEqualTo(one.streams);
            if (!one.streams) {
                assertThat(status.fallbacks())
                        .containsKey(
                                one.side == Side.SERVICE
                                        ? FallbackReason.UNSUPPORTED_ENDPOINT
                                        : FallbackReason.NOT_STREAMABLE);
            }
        }
    }

    /** Filters out offers and their answers, which do not exist without Parley. */
    private static List<String> ofCalls(List<String> seen) {
        return seen.stream().filter(text -> text.contains(NAMESPACE)).sorted().toList();
    }

    private static WrappedStations stations(Street street, Case one, List<String> seen) {
        WrappedStations stations = street.stations();
        if (one.side != Side.CLIENT) {
            one.add.accept(street.soap.getEndpoint(), seen);
        }
        if (one.side != Side.SERVICE) {
            one.add.accept(Published.client(stations), seen);
        }
        return stations;
    }

    private static Map<String, String> calls(Street street, WrappedStations stations) {
        Map<String, String> said = new LinkedHashMap<>();
        street.note(said, "echo", () -> stations.echo("as spoken"));
        street.note(said, "sum", () -> stations.sum(Reading.of("north", 1, 2)));
        street.note(said, "declared fault", () -> stations.fail("checked"));
        street.note(said, "other fault", () -> stations.fail("spoken"));
        return said;
    }
}
