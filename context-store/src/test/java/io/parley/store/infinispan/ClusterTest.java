package io.parley.store.infinispan;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests a store shared by three processes on this machine. Every build kills one of them. With {@code
 * -Dparley.context.cluster=1} (or a larger number of rounds) they are also isolated by being stopped, and all killed,
 * which takes minutes.
 */
class ClusterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUNDS = Integer.getInteger("parley.context.cluster", 0);
    private static final int WORDS = 8;
    /** An entry whose value is stored within its context, and one with a long value, which is stored beside it. */
    private static final List<String> ENTRIES = List.of("words", "long-words");

    private final List<Integer> ports = new ArrayList<>();
    private final List<NodeProcess> nodes = new ArrayList<>();
    private Path directory = Path.of("");

    @BeforeEach
    void startThree() throws IOException {
        directory = Files.createTempDirectory("parley-cluster");
        ports.addAll(FreePort.pairs(3));
        startAll();
    }

    private void startAll() throws IOException {
        nodes.clear();
        for (int port : ports) {
            nodes.add(NodeProcess.start(directory, port, ports));
        }
        nodes.forEach(NodeProcess::opened);
    }

    @AfterEach
    void endAll() throws Exception {
        for (NodeProcess node : nodes) {
            node.kill();
        }
        try (Stream<Path> files = directory.toString().isEmpty() ? Stream.empty() : Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    void threeProcessesShareAStoreAndOneOfThemMayBeKilled() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        addByAll("round", acknowledged);
        aNodeIsKilledAndComesBack("killed", acknowledged);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "parley.context.cluster",
            matches = "[1-9][0-9]*",
            disabledReason = "takes minutes")
    void whatWasAcknowledgedSurvivesKillsAndCuts() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            addByAll("round" + i, acknowledged);
            aNodeIsKilledAndComesBack("killed" + i, acknowledged);
            aNodeWithoutTheOthersRefuses("cut" + i, acknowledged);
            for (int stopped = 0; stopped < nodes.size(); stopped++) {
                aNodeThatWasStoppedTellsNothingOld(stopped, "stopped" + i + "-" + stopped, acknowledged);
            }
            allAreKilledAndComeBack(acknowledged);
        }
    }

    /** Adds words on all nodes at the same time, by compare-and-set. */
    private void addByAll(String round, List<String> acknowledged) {
        for (int i = 0; i < WORDS; i++) {
            for (int n = 0; n < nodes.size(); n++) {
                String word = round + "-" + n + "-" + i;
                nodes.get(n).ask("add words " + word);
                nodes.get(n).ask("add long-words " + word);
                acknowledged.add(word);
            }
        }
        for (NodeProcess node : nodes) {
            for (int i = 0; i < 2 * WORDS; i++) {
                assertThat(node.answer()).isEqualTo("ok");
            }
        }
        nodes.forEach(node -> assertHas(node, acknowledged));
    }

    private void aNodeIsKilledAndComesBack(String word, List<String> acknowledged) throws Exception {
        nodes.get(0).kill();
        addOnceItCan(nodes.get(1), word, acknowledged);
        assertHas(nodes.get(2), acknowledged);
        nodes.set(0, NodeProcess.start(directory, ports.get(0), ports).opened());
        assertHas(nodes.get(0), acknowledged);
    }

    private void aNodeWithoutTheOthersRefuses(String word, List<String> acknowledged) throws Exception {
        nodes.get(1).signal("STOP");
        nodes.get(2).signal("STOP");
        long began = System.nanoTime();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.get(0).answer("get words").equals("CONTEXT_UNAVAILABLE"));
        System.out.println(
                "A node that was cut off refused after " + NANOSECONDS.toMillis(System.nanoTime() - began) + " ms");
        await().atMost(PATIENCE)
                .until(() -> nodes.get(0).answer("delete another").equals("CONTEXT_UNAVAILABLE"));
        nodes.get(1).signal("CONT");
        nodes.get(2).signal("CONT");
        for (NodeProcess node : nodes) {
            await().atMost(PATIENCE).until(() -> node.answer("get words").startsWith("="));
            assertHas(node, acknowledged);
        }
        addOnceItCan(nodes.get(0), word, acknowledged);
    }

    private void aNodeThatWasStoppedTellsNothingOld(int stopped, String word, List<String> acknowledged)
            throws Exception {
        NodeProcess node = nodes.get(stopped);
        node.signal("STOP");
        addOnceItCan(nodes.get((stopped + 1) % nodes.size()), word, acknowledged);
        node.signal("CONT");
        for (String entry : ENTRIES) {
            String said = node.answer("get " + entry);
            while (!said.startsWith("=")) {
                assertThat(said).isEqualTo("CONTEXT_UNAVAILABLE");
                said = node.answer("get " + entry);
            }
            assertThat(said.substring(1).split(",", -1)).containsExactlyInAnyOrderElementsOf(acknowledged);
        }
        // It does not restore the old state on the other nodes, either.
        nodes.forEach(each -> assertHas(each, acknowledged));
    }

    private void allAreKilledAndComeBack(List<String> acknowledged) throws Exception {
        for (NodeProcess node : nodes) {
            node.kill();
        }
        startAll();
        nodes.forEach(node -> assertHas(node, acknowledged));
    }

    private static void addOnceItCan(NodeProcess node, String word, List<String> acknowledged) {
        for (String entry : ENTRIES) {
            await().atMost(PATIENCE)
                    .until(() -> node.answer("add " + entry + " " + word).equals("ok"));
        }
        acknowledged.add(word);
    }

    private static void assertHas(NodeProcess node, List<String> acknowledged) {
        for (String entry : ENTRIES) {
            await().atMost(PATIENCE).until(() -> node.answer("get " + entry).startsWith("="));
            assertThat(node.answer("get " + entry).substring(1).split(",", -1))
                    .containsExactlyInAnyOrderElementsOf(acknowledged);
        }
    }
}
