package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.Published;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests clients with random contracts and terms that take turns to call one service over one bus. Every call runs and
 * returns the same as over plain SOAP from a separate bus.
 */
class RandomContractsTest {
    private static final int CLIENTS = 4;
    private static final int CALLS = 40;

    @Test
    void nothingRunsButTheOperationThatWasCalled() throws Exception {
        Rounds.run(8, RandomContractsTest::round);
    }

    private static void round(long seed) {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef service = generator.service();
        Tally tally = new Tally();
        Bus plain = BusFactory.newInstance().createBus();
        try (Published published = new Published()) {
            ContractService.publish(published.serviceBus, published.address(), service, tally, RandomTerms.ofService());
            List<ContractClient> bySoap = new ArrayList<>();
            List<ContractClient> streamed = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                ContractDef contract = generator.client(service);
                bySoap.add(ContractClient.bySoap(contract, plain, published.address()));
                streamed.add(ContractClient.streamed(
                        contract, published.clientBus, published.address(), RandomTerms.of(random)));
            }
            for (int i = 0; i < CALLS; i++) {
                PlannedCall call = PlannedCall.plan(random, bySoap, tally, i);
                ContractClient.Outcome outcome = call.make(streamed);
                String what = "seed %d: %s of %s to %s"
                        .formatted(seed, call, bySoap.get(call.client()).contract(), service);
                assertThat(tally.take(call.ran().size())).as(what).isEqualTo(call.ran());
                assertThat(outcome).as(what).matches(call.expected()::isSame, "like " + call.expected());
            }
            assertThat(tally.take()).as("seed " + seed).isEmpty();
        } finally {
            plain.shutdown(true);
        }
    }
}
