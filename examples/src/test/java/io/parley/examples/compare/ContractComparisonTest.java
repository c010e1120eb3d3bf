package io.parley.examples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.examples.contracts.ContractClasses;
import io.parley.examples.contracts.ContractFolder;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageContentsList;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests contracts in the shapes of public services. {@code -Pcampaign -Dparley.compare.seeds=1-20
 * -Dparley.compare.calls=50} searches with more values; both ends of a range belong to it.
 */
class ContractComparisonTest {
    private static final int CALLS = Integer.getInteger("parley.compare.calls", 3);
    private static final String SEEDS = System.getProperty("parley.compare.seeds", "1-1");

    static Stream<String> contracts() {
        Stream<String> build = Stream.of("travel", "payments", "weather", "crm", "lexicon");
        return System.getProperty("parley.compare.seeds") == null
                ? build
                : Stream.concat(build, Stream.of("calculator", "shipping", "documents", "directory"));
    }

    private static boolean declaresFaults(OperationResult result) {
        return Set.of("pay", "list", "NDFDgen", "create", "retrieve", "Divide", "rate", "track")
                .contains(result.operation());
    }

    static LongStream seeds() {
        int dash = SEEDS.indexOf('-', 1);
        return dash < 0
                ? LongStream.of(Long.parseLong(SEEDS))
                : LongStream.rangeClosed(
                        Long.parseLong(SEEDS.substring(0, dash)), Long.parseLong(SEEDS.substring(dash + 1)));
    }

    @ParameterizedTest
    @MethodSource("contracts")
    void everyOperationIsByTheStreamAsItIsByPlainSoap(String contract) throws Exception {
        for (long seed : seeds().toArray()) {
            ComparisonReport report = Contracts.compare(Contracts.file(contract), CALLS, seed, "stream");

            assertThat(Contracts.unlike(report)).isEmpty();
            assertThat(report.allEqual()).isTrue();
            assertThat(report.operations()).isNotEmpty().allSatisfy(result -> {
                assertThat(result.calls()).isEqualTo(CALLS);
                assertThat(result.parts()).as(result.operation()).isNotEmpty().allMatch(OperationResult.Travel::typed);
                assertThat(result.typedParts()).isPositive();
                assertThat(result.faults()).isEqualTo(declaresFaults(result) ? CALLS / 3 : 0);
                assertThat(result.soap().bytes()).isPositive();
                assertThat(result.stream().bytes()).isPositive();
                assertThat(result.infoset().bytes()).isPositive();
            });
        }
    }

    @Test
    void overTheHttpChannelItIsTheSame() throws Exception {
        assertThat(Contracts.unlike(Contracts.compare(Contracts.file("documents"), CALLS, 2, "http")))
                .isEmpty();
    }

    @Test
    void theSameSeedMakesTheSameCalls() throws Exception {
        ComparisonReport one = Contracts.compare(Contracts.file("directory"), 3, 5, "stream");
        ComparisonReport two = Contracts.compare(Contracts.file("directory"), 3, 5, "stream");

        assertThat(bytes(one)).isEqualTo(bytes(two));
    }

    private static List<Long> bytes(ComparisonReport report) {
        return report.operations().stream()
                .map(result -> result.soap().bytes())
                .sorted()
                .toList();
    }

    @Test
    void whatChangesOnItsWayToTheServiceIsNamedByItsPath() throws Exception {
        OperationResult result = tampered("Add", Phase.SETUP, content -> content.set(1, 424_242));

        assertThat(result.equal()).isFalse();
        assertThat(result.unlike()).hasValueSatisfying(unlike -> {
            assertThat(unlike.way()).isEqualTo("stream");
            assertThat(unlike.calls()).isEqualTo(3);
            assertThat(unlike.difference().text()).isEqualTo("what the service received, at [1]: the value differs");
            assertThat(unlike.difference().found()).isEqualTo("424242");
        });
    }

    @Test
    void aCallThatFailsOnItsWayAloneIsADifference() throws Exception {
        OperationResult result = tampered("Add", Phase.SETUP, content -> {
            throw new Fault(new IllegalStateException("lost"));
        });

        assertThat(result.unlike())
                .hasValueSatisfying(unlike -> assertThat(unlike.difference().text())
                        .startsWith("what the service received: the call never came, the caller got "));
    }

    private interface Change {
        void make(MessageContentsList content);
    }

    /** Returns the result of an operation of the calculator whose streamed messages are changed. */
    private static OperationResult tampered(String operation, String phase, Change change) throws Exception {
        ComparisonSettings settings =
                new ComparisonSettings(Contracts.file("calculator").toString(), 100, 3, 1, "stream", Limits.defaults());
        try (ContractFolder contract = ContractFolder.copy(settings.location(), settings.limits())) {
            PortContract port = ContractComparison.ports(contract, ContractClasses.of(contract))
                    .get(0);
            Thread.currentThread().setContextClassLoader(port.type().getClassLoader());
            try (StandIn service = StandIn.of(port);
                    Way soap = Way.soap(port, service.plainAddress());
                    Way stream = Way.stream("stream", port, service.parleyAddress(), "stream", "hhfr");
                    Way infoset = Way.stream("infoset", port, service.parleyAddress(), "stream", "bnux")) {
                stream.client().getOutInterceptors().add(new Tampering(phase, change));
                return ContractComparison.compare(
                                port, service, List.of(soap, stream, infoset), settings, Contracts.nobody())
                        .stream()
                        .filter(result -> result.operation().equals(operation))
                        .findFirst()
                        .orElseThrow();
            } finally {
                Thread.currentThread().setContextClassLoader(ContractComparisonTest.class.getClassLoader());
            }
        }
    }

    private static final class Tampering extends AbstractPhaseInterceptor<Message> {
        private final Change change;

        Tampering(String phase, Change change) {
            super(phase);
            this.change = change;
        }

        @Override
        public void handleMessage(Message message) {
            MessageContentsList content = MessageContentsList.getContentsList(message);
            if (content.size() == 2) {
                change.make(content);
            }
        }
    }
}
