package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.jms.OnQueue;
import io.parley.negotiation.Mode;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests clients with random contracts on the queue of a service that is replaced by one with another contract while
 * they have sessions. Every call runs and returns the same as by SOAP over the queue.
 */
class ContractsByQueueTest {
    private static final int CLIENTS = 3;
    private static final int CALLS = 12;

    @Test
    void nothingRunsButTheOperationThatWasCalled() throws Exception {
        Rounds.run(3, ContractsByQueueTest::round);
    }

    private static void round(long seed) throws Exception {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef before = generator.service();
        ContractDef after = generator.client(before);
        Tally tally = new Tally();
        Bus plain = BusFactory.newInstance().createBus();
        Bus nextService = BusFactory.newInstance().createBus();
        try (OnQueue queue = new OnQueue()) {
            String address = queue.queue().address();
            ContractService.publish(queue.serviceBus, address, before, tally, RandomTerms.ofService(), queue.queue());
            List<ContractClient> bySoap = new ArrayList<>();
            List<ContractClient> streamed = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                ContractDef contract = generator.client(before);
                bySoap.add(ContractClient.bySoap(contract, plain, address, queue.queue()));
                streamed.add(ContractClient.streamed(
                        contract,
                        queue.clientBus,
                        address,
                        RandomTerms.over(random, "jms", "none").mode(Mode.AUTO),
                        queue.queue()));
            }
            String what = "seed " + seed + ": " + before + " replaced by " + after + ": ";
            call(what, random, bySoap, streamed, tally);

            queue.serviceBus.shutdown(true);
            ContractService.publish(nextService, address, after, tally, RandomTerms.ofService(), queue.queue());
            call(what, random, bySoap, streamed, tally);
        } finally {
            plain.shutdown(true);
            nextService.shutdown(true);
        }
    }

    private static void call(
            String what, Random random, List<ContractClient> bySoap, List<ContractClient> streamed, Tally tally) {
        for (int i = 0; i < CALLS; i++) {
            PlannedCall call = PlannedCall.plan(random, bySoap, tally, i);
            ContractClient.Outcome outcome = call.make(streamed);
            ParleyStatus.settled(Published.client(streamed.get(call.client()).proxy()))
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).as(what + call).matches(call.expected()::isSame, "like " + call.expected());
            assertThat(tally.take(call.ran().size())).as(what + call).isEqualTo(call.ran());
        }
        assertThat(tally.take()).as(what).isEmpty();
    }
}
