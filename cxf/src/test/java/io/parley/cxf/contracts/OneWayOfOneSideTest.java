package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.OperationDef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests operations that at least one side declares one-way, with the same or other parameters and results at the peer.
 * Each call runs the same and returns the same as over SOAP, even if the service cannot read the parameter.
 */
class OneWayOfOneSideTest {
    private static final List<Class<?>> PARAMETERS = List.of(String.class, int.class, double.class, int[].class);
    private static final List<Class<?>> RESULTS = List.of(void.class, Void.class, String.class, int.class);

    @TempDir
    private Path folder;

    /** An operation as declared by either side. */
    private record Pair(OperationDef atClient, OperationDef atService) {}

    @Shows(Use.ONE_WAY)
    @ParameterizedTest
    @CsvSource({
        "none, stream, hhfr",
        "none, http, tdxml",
        "resume, stream, bnux",
        "durable, stream, hhfr",
    })
    void anOperationThatOneSideHasForOneWayEndsAsOverSoap(String reliability, String channel, String representation) {
        List<Pair> pairs = pairs();
        ContractDef client = contract(pairs.stream().map(Pair::atClient).toList());
        ContractDef service = contract(pairs.stream().map(Pair::atService).toList());
        Tally tally = new Tally();
        Bus plain = BusFactory.newInstance().createBus();
        try (Published published = new Published()) {
            published.serviceBus.setProperty("parley.context-store", "sqlite:" + folder.resolve("contexts.db"));
            ContractService.publish(
                    published.serviceBus,
                    published.address(),
                    service,
                    tally,
                    RandomTerms.ofService().set("parley.reliability", reliability));
            ContractClient bySoap = ContractClient.bySoap(client, plain, published.address());
            ContractClient streamed = ContractClient.streamed(
                    client,
                    published.clientBus,
                    published.address(),
                    Published.patient()
                            .mode(Mode.ALWAYS)
                            .set("parley.channels", channel)
                            .set("parley.representations", representation + ",bnux")
                            .set("parley.reliability", reliability));

            for (Pair pair : pairs) {
                ContractClient.Outcome expected = bySoap.call(pair.atClient, 1);
                List<String> ran = tally.takeOfOneCall();

                ContractClient.Outcome outcome = streamed.call(pair.atClient, 1);

                assertThat(outcome).as(pair.toString()).matches(expected::isSame, "like " + expected);
                assertThat(causes(outcome)).as(pair.toString()).isEqualTo(causes(expected));
                assertThat(tally.take(ran.size())).as(pair.toString()).isEqualTo(ran);
            }
            assertThat(tally.take()).isEmpty();
            assertThat(Published.status(streamed.proxy()).streamedCalls()).isEqualTo(pairs.size());
        } finally {
            plain.shutdown(true);
        }
    }

    private static List<String> causes(ContractClient.Outcome outcome) {
        List<String> causes = new ArrayList<>();
        for (Throwable each = outcome.failure(); each != null; each = each.getCause()) {
            causes.add(each.getClass().getName());
        }
        return causes;
    }

    private static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (OperationDef client : forms()) {
            for (OperationDef service : forms()) {
                if (client.isOneWay() || service.isOneWay()) {
                    String name = "tell" + pairs.size();
                    pairs.add(new Pair(
                            new OperationDef(name, client.parameter(), client.result()),
                            new OperationDef(name, service.parameter(), service.result())));
                }
            }
        }
        return pairs;
    }

    private static List<OperationDef> forms() {
        return PARAMETERS.stream()
                .flatMap(parameter -> RESULTS.stream().map(result -> new OperationDef("tell", parameter, result)))
                .toList();
    }

    private static ContractDef contract(List<OperationDef> operations) {
        return new ContractDef("urn:parley:random-contract", operations);
    }
}
