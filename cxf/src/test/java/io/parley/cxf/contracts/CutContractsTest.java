package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import io.parley.testkit.campaign.FaultProxy;
import io.parley.testkit.campaign.WireFault;
import io.parley.testkit.contract.ContractDef;
import io.parley.testkit.contract.ContractGenerator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.Test;

/**
 * Tests clients with random contracts that call one service concurrently, by streams and posts, over connections that
 * are cut, reset, sliced and delayed. Only the called operations run, none of them twice; each response is the one of
 * its call, as over plain SOAP. A call without a response reports that and ran at most once; on streams that are
 * resumed every call has a response. With {@code -Dparley.contracts.faults=all} connections also fall silent, and bits
 * change on their way.
 */
class CutContractsTest {
    private static final int CLIENTS = 4;
    private static final int CALLS = 60;
    /**
     * Index of the first client with resumed sessions on streams; those before it use posts, or streams without
     * resumption.
     */
    private static final int RESUMED = 2;

    private static final int THREADS = 6;
    private static final long PATIENCE_SECONDS = 120;
    /** Number of unharmed bytes that suffices to open a session. */
    private static final int SOUND_BYTES = 1_200;

    /** Factor for posts, which have HTTP headers and share their connections with offers. */
    private static final int POSTS = 2;

    private static final int MOST_BYTES = 4_000;

    private static final List<WireFault.Kind> FAULTS = "all".equals(System.getProperty("parley.contracts.faults"))
            ? List.of(WireFault.Kind.values())
            : List.of(WireFault.Kind.CUT, WireFault.Kind.RESET, WireFault.Kind.SLICES, WireFault.Kind.DELAY);

    @Shows(Use.LOST)
    @Test
    void callsOverConnectionsThatAreCutRunAsCalledAndAtMostOnce() throws Exception {
        AtomicLong spoiled = new AtomicLong();
        Rounds.run(2, seed -> spoiled.addAndGet(round(seed)));
        assertThat(spoiled).as("streams that were spoiled").hasPositiveValue();
    }

    /**
     * Runs a round; returns the number of harmed streams, possibly 0: some faults wait for more bytes than clients
     * send.
     */
    private static long round(long seed) throws Exception {
        Random random = new Random(seed);
        ContractGenerator generator = new ContractGenerator(seed);
        ContractDef service = generator.service();
        Tally tally = new Tally();
        Bus plain = BusFactory.newInstance().createBus();
        int port = Published.freePort();
        try (Published published = new Published();
                FaultProxy streams = proxy(port, random.nextLong(), 1);
                FaultProxy posts = proxy(URI.create(published.address()).getPort(), random.nextLong(), POSTS)) {
            ParleyFeature terms = RandomTerms.ofService()
                    .set("parley.port", port)
                    .set("parley.advertised-port", streams.port())
                    .set("parley.limits.keep-alive-millis", 1_000);
            ContractService.publish(published.serviceBus, published.address(), service, tally, terms);
            String byPosts = "http://localhost:" + posts.port()
                    + URI.create(published.address()).getPath();
            List<ContractClient> bySoap = new ArrayList<>();
            List<ContractClient> streamed = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                ContractDef contract = generator.client(service);
                boolean http = i == 0;
                bySoap.add(ContractClient.bySoap(contract, plain, published.address()));
                streamed.add(ContractClient.streamed(
                        contract,
                        published.clientBus,
                        http ? byPosts : published.address(),
                        RandomTerms.over(random, http ? "http" : "stream", i == 1 ? "none" : "resume")
                                .mode(mode(random, http))
                                .set("parley.limits.keep-alive-millis", 1_000)));
            }
            List<PlannedCall> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(PlannedCall.plan(random, bySoap, tally, i));
            }
            List<ContractClient.Outcome> outcomes = atOnce(calls, streamed);
            String what = "seed " + seed + ", service " + service;
            System.out.println(what + ": spoiled " + streams.spoiled() + " streams and " + posts.spoiled()
                    + " connections of posts, "
                    + outcomes.stream()
                            .filter(ContractClient.Outcome::mayHaveRun)
                            .count() + " calls of unknown outcome");
            check(what, calls, outcomes, tally);
            return streams.spoiled();
        } finally {
            plain.shutdown(true);
        }
    }

    /**
     * Returns a mode. Plain SOAP does not detect a changed bit, so all calls are streamed or fail where bits may
     * change.
     */
    private static Mode mode(Random random, boolean overSpoiledPosts) {
        boolean auto = random.nextBoolean();
        return auto && !(overSpoiledPosts && FAULTS.contains(WireFault.Kind.FLIP)) ? Mode.AUTO : Mode.ALWAYS;
    }

    private static void check(
            String what, List<PlannedCall> calls, List<ContractClient.Outcome> outcomes, Tally tally) {
        List<String> called = new ArrayList<>();
        List<String> perhaps = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            PlannedCall call = calls.get(i);
            ContractClient.Outcome outcome = outcomes.get(i);
            if (outcome.isLost() && !outcome.isSameLoss(call.expected())) {
                assertThat(call.client()).as("%s: %s: %s", what, call, outcome).isLessThan(RESUMED);
                if (outcome.mayHaveRun()) {
                    perhaps.addAll(call.ran());
                }
                continue;
            }
            assertThat(outcome).as("%s: %s", what, call).matches(call.expected()::isSame, "like " + call.expected());
            called.addAll(call.ran());
        }
        List<String> unexplained = new ArrayList<>(tally.take(called.size()));
        for (String run : called) {
            assertThat(unexplained.remove(run)).as("%s: %s ran", what, run).isTrue();
        }
        perhaps.forEach(unexplained::remove);
        assertThat(unexplained).as("%s: ran and was not called", what).isEmpty();
    }

    private static List<ContractClient.Outcome> atOnce(List<PlannedCall> calls, List<ContractClient> clients)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<ContractClient.Outcome>> tasks = new ArrayList<>();
            calls.forEach(call -> tasks.add(() -> call.make(clients)));
            List<ContractClient.Outcome> outcomes = new ArrayList<>();
            for (Future<ContractClient.Outcome> outcome :
                    threads.invokeAll(tasks, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                outcomes.add(outcome.get());
            }
            return outcomes;
        } finally {
            threads.shutdownNow();
        }
    }

    private static FaultProxy proxy(int port, long seed, int scale) throws Exception {
        Random random = new Random(seed);
        return FaultProxy.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                () -> new WireFault(
                        FAULTS.get(random.nextInt(FAULTS.size())),
                        (long) scale * (SOUND_BYTES + random.nextInt(MOST_BYTES))));
    }
}
