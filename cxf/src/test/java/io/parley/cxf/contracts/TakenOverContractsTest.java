package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.CutRelay;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.testkit.context.PostgresServer;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import io.parley.testkit.contract.OperationDef;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests durable sessions of clients with random contracts when, during their calls, another node of the same store
 * takes over, with the same contract or a changed one. With the same contract the successor runs a call again and tells
 * the service so; with another contract it runs nothing, and the calls fail. Later calls have the same effect as over
 * plain SOAP.
 */
class TakenOverContractsTest {
    private static final int CLIENTS = 3;
    private static final int CALLS = 12;
    private static final long PATIENCE_SECONDS = 60;

    @Test
    void theSuccessorRunsWhatWasCalledOrRefusesTheSession() throws Exception {
        Rounds.run(2, TakenOverContractsTest::round);
    }

    private static void round(long seed) throws Exception {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef before = generator.service();
        ContractDef after = random.nextBoolean() ? before : generator.client(before);
        String what = "seed " + seed + ", " + before + " taken over by " + after;
        PostgresServer server = PostgresServer.shared();
        String store = server.address(server.newSchema());
        ExecutorService callers = Executors.newCachedThreadPool();
        Published clients = new Published();
        try (CutRelay http = new CutRelay();
                CutRelay stream = new CutRelay();
                Oracle oracleBefore = new Oracle(before);
                Oracle oracleAfter = new Oracle(after);
                Node first = new Node(before, store, stream.port());
                Node second = new Node(after, store, stream.port())) {
            first.takeCallsOf(http, stream);
            List<ContractDef> contracts = new ArrayList<>();
            List<ContractClient> streamed = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                ContractDef contract = generator.client(before);
                contracts.add(contract);
                streamed.add(ContractClient.streamed(
                        contract,
                        clients.clientBus,
                        "http://localhost:" + http.port() + "/stations",
                        RandomTerms.over(random, "stream", "durable")));
            }
            new Phase(what + ", before", oracleBefore.plan(random, contracts, 0), streamed).runsAt(first);

            List<PlannedCall> stuck = atOnce(oracleBefore.plan(random, contracts, CALLS), before);
            first.holding.set(true);
            List<CompletableFuture<ContractClient.Outcome>> outcomes = stuck.stream()
                    .map(call -> CompletableFuture.supplyAsync(() -> call.make(streamed), callers))
                    .toList();
            long running = stuck.stream().filter(call -> !call.ran().isEmpty()).count();
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> first.tally.size() == running);
            second.takeCallsOf(http, stream);
            for (int i = 0; i < stuck.size(); i++) {
                ContractClient.Outcome outcome = outcomes.get(i).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                PlannedCall call = stuck.get(i);
                if (isSame(before, after) || call.ran().isEmpty()) {
                    assertThat(outcome)
                            .as("%s: %s", what, call)
                            .matches(call.expected()::isSame, "like " + call.expected());
                } else {
                    assertThat(outcome.isLost())
                            .as("%s: %s: %s", what, call, outcome)
                            .isTrue();
                    assertThat(outcome.mayHaveRun())
                            .as("%s: %s: %s", what, call, outcome)
                            .isTrue();
                }
            }
            if (isSame(before, after)) {
                assertThat(second.tally.runs()).as(what).allMatch(Tally.Run::again);
                assertThat(second.tally.take()).as(what).containsExactlyInAnyOrderElementsOf(first.tally.take());
            } else {
                assertThat(second.tally.runs()).as(what).isEmpty();
                first.tally.take();
            }
            first.release.countDown();

            new Phase(what + ", after", oracleAfter.plan(random, contracts, 2 * CALLS), streamed).runsAt(second);
            assertThat(first.tally.runs()).as(what).isEmpty();
        } finally {
            callers.shutdownNow();
            clients.close();
        }
    }

    /** Returns the calls that can run concurrently: one-way operations of a session run one after the other. */
    private static List<PlannedCall> atOnce(List<PlannedCall> calls, ContractDef service) {
        Set<String> oneWay = service.operations().stream()
                .filter(OperationDef::isOneWay)
                .map(OperationDef::name)
                .collect(Collectors.toSet());
        Set<Integer> busy = new HashSet<>();
        return calls.stream()
                .filter(call -> !oneWay.contains(call.operation().name()) || busy.add(call.client()))
                .toList();
    }

    private static boolean isSame(ContractDef one, ContractDef other) {
        return new HashSet<OperationDef>(one.operations()).equals(new HashSet<>(other.operations()));
    }

    /** Calls that are made in sequence, with the same effect as over plain SOAP. */
    private record Phase(String what, List<PlannedCall> calls, List<ContractClient> clients) {
        void runsAt(Node node) {
            for (PlannedCall call : calls) {
                ContractClient.Outcome outcome = call.make(clients);
                assertThat(outcome)
                        .as("%s: %s", what, call)
                        .matches(call.expected()::isSame, "like " + call.expected());
                assertThat(node.tally.take(call.ran().size()))
                        .as("%s: %s", what, call)
                        .isEqualTo(call.ran());
            }
        }
    }

    /** The same contract over plain SOAP only. */
    private static final class Oracle implements AutoCloseable {
        private final Published published = new Published();
        private final Tally tally = new Tally();

        Oracle(ContractDef contract) {
            ContractService.publish(published.serviceBus, published.address(), contract, tally, null);
        }

        List<PlannedCall> plan(Random random, List<ContractDef> contracts, int first) {
            List<ContractClient> bySoap = contracts.stream()
                    .map(contract -> ContractClient.bySoap(contract, published.clientBus, published.address()))
                    .toList();
            List<PlannedCall> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(PlannedCall.plan(random, bySoap, tally, first + i));
            }
            return calls;
        }

        @Override
        public void close() {
            published.close();
        }
    }

    /** A node with the service, on a shared store. */
    private static final class Node implements AutoCloseable {
        private final Bus bus = BusFactory.newInstance().createBus();
        private final Tally tally = new Tally();
        private final AtomicBoolean holding = new AtomicBoolean();
        private final CountDownLatch release = new CountDownLatch(1);
        private final String address = "http://localhost:" + Published.freePort() + "/stations";
        private final int port = Published.freePort();

        Node(ContractDef contract, String store, int advertised) {
            bus.setProperty("parley.context-store", store);
            bus.setProperty("parley.reliability", "durable");
            ParleyFeature terms = RandomTerms.ofService()
                    .set("parley.compression", "none")
                    .set("parley.reliability", "durable")
                    .set("parley.port", port)
                    .set("parley.advertised-port", advertised);
            ContractService.publishSlow(bus, address, contract, tally, this::hold, terms);
        }

        private void hold() {
            if (holding.get()) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        void takeCallsOf(CutRelay http, CutRelay stream) throws Exception {
            http.to(URI.create(address).getPort());
            stream.to(port);
        }

        @Override
        public void close() {
            release.countDown();
            bus.shutdown(true);
        }
    }
}
