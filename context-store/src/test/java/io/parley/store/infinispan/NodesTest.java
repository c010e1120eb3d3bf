package io.parley.store.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.EntryInfo;
import io.parley.context.Scope;
import io.parley.context.Usage;
import io.parley.context.Value;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.infinispan.AdvancedCache;
import org.infinispan.context.Flag;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests three nodes in this process that differ in their entries, as after a writer that ended in the middle of a
 * write.
 */
class NodesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Scope SCOPE = new Scope("shared by the nodes");
    private static final byte[] KEY = CacheKeys.scope(SCOPE);

    private final List<NodeAddress> addresses = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void closeAll() {
        nodes.forEach(Node::close);
    }

    @Test
    void whatStandsOnSomeNodesOnlyIsNotReadUntilItStandsOnAll() {
        startThree();
        Node first = firstOwner();
        Node second = another(first);
        store(first).replace(store(first).read(SCOPE), draft(1)).get();
        Head agreed = store(first).read(SCOPE).head();
        putHere(second, new Head(SCOPE, agreed.term(), 2, 0, List.of(), new TreeMap<>(), List.of()));

        assertThat(store(second).readHere(SCOPE).head().last()).isEqualTo(2);
        assertThat(store(second).read(SCOPE).head().last()).isEqualTo(1);

        // The first owner ends before it has adopted the entry that the second has and the third lacks.
        close(first);
        Node third = another(second);
        Head read = await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> store(firstOwner()).read(SCOPE).head(), head -> head.term() > agreed.term());
        assertThat(List.of(second, third))
                .allSatisfy(node -> assertThat(HeadFormat.decode(here(node).get(KEY)))
                        .extracting(Head::term, Head::last)
                        .containsExactly(read.term(), read.last()));
    }

    @Test
    void aLongValueIsWrittenOnceWhateverElseChanges() {
        startThree();
        Node node = another(firstOwner());
        Value book = Value.of(new byte[LongValues.MAX_IN_HEAD + 1], "text/plain");
        change(node, "book", book);
        change(node, "word", Value.of("short", "text/plain"));

        assertThat(here(node).get(KEY)).hasSizeLessThan(1_000);
        Head.Slot slot = store(node).read(SCOPE).head().slots().get(new Head.Name("book"));
        byte[] key = CacheKeys.value(SCOPE, Objects.requireNonNull(slot.place()));
        assertThat(nodes)
                .allSatisfy(each -> assertThat(here(each).get(key)).isEqualTo(book.toArray()))
                .allSatisfy(each -> assertThat(store(each).bytes(slot)).isEqualTo(book.toArray()));

        change(node, "book", Value.of("another", "text/plain"));
        await().atMost(PATIENCE)
                .until(() -> nodes.stream().allMatch(each -> here(each).get(key) == null));
        assertThat(store(node).bytes(slot)).isNull();
    }

    @Test
    void aLongValueThatNoHeadCameToNameIsCleared() {
        startThree();
        Node node = nodes.get(0);
        LongValues.Place unnamed = new LongValues.Place(1_000, 1);
        LongValues.Place young = new LongValues.Place(2_000, 2);
        change(node, "book", Value.of(new byte[LongValues.MAX_IN_HEAD + 1], "text/plain"));
        here(node).put(CacheKeys.value(SCOPE, unnamed), new byte[1]);
        here(node).put(CacheKeys.value(SCOPE, young), new byte[1]);

        store(node).removeUnnamed(Instant.ofEpochMilli(2_000));
        await().atMost(PATIENCE).until(() -> here(node).get(CacheKeys.value(SCOPE, unnamed)) == null);
        Head.Slot book = store(node).read(SCOPE).head().slots().get(new Head.Name("book"));
        assertThat(store(node).bytes(book)).isNotNull();
        assertThat(here(node).get(CacheKeys.value(SCOPE, young))).isNotNull();
    }

    private void change(Node node, String name, Value value) {
        Draft draft = new Draft(store(node).read(SCOPE).head(), Instant.EPOCH, owner -> Usage.NONE, new HashMap<>());
        EntryInfo info = new EntryInfo(
                SCOPE.key(name),
                draft.nextNumber(),
                Instant.ofEpochMilli(1),
                "test",
                value.mediaType(),
                value.length(),
                value.address());
        draft.put(info, value);
        assertThat(store(node).replace(store(node).read(SCOPE), draft).get()).isEqualTo(new HeadStore.Done());
    }

    @Test
    void aStackWithWhichNodesGoOnTogetherAfterACutIsRefused() throws IOException {
        Path stack = folder.resolve("stack.xml");
        Files.writeString(stack, """
                <config xmlns="urn:org:jgroups">
                  <TCP bind_addr="127.0.0.1" bind_port="7800"/>
                  <TCPPING initial_hosts="127.0.0.1[7800]"/>
                  <MERGE3/>
                  <pbcast.NAKACK2/>
                  <UNICAST3/>
                  <pbcast.STABLE/>
                  <pbcast.GMS join_timeout="100"/>
                </config>
                """);
        NodeAddress address = NodeAddress.parse(folder.resolve("node") + "?node=a:1&nodes=a:1,b:1,c:1&stack=" + stack);

        assertThatThrownBy(() -> Member.join(address).close())
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE))
                .hasMessageContaining("without MERGE3");
    }

    private void startThree() {
        List<Integer> ports = FreePort.pairs(3);
        String all = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        for (int port : ports) {
            NodeAddress address =
                    NodeAddress.parse(folder.resolve("node" + port) + "?node=127.0.0.1:" + port + "&nodes=" + all);
            addresses.add(address);
            Node node = new Node(address, new ScopeIndex(), scope -> {});
            nodes.add(node);
            node.start();
        }
        nodes.forEach(Node::awaitServing);
        // Wait until the last node has received all entries.
        await().atMost(PATIENCE)
                .until(() -> nodes.stream()
                        .allMatch(node -> here(node)
                                                .getDistributionManager()
                                                .getCacheTopology()
                                                .getMembers()
                                                .size()
                                        == 3
                                && here(node)
                                                .getDistributionManager()
                                                .getCacheTopology()
                                                .getPendingCH()
                                        == null));
    }

    private void close(Node node) {
        int at = nodes.indexOf(node);
        nodes.remove(at).close();
        addresses.remove(at);
    }

    private Node firstOwner() {
        return nodes.stream().filter(NodesTest::isFirstOwner).findFirst().orElseThrow();
    }

    private Node another(Node one) {
        return nodes.stream().filter(node -> node != one).findFirst().orElseThrow();
    }

    private static boolean isFirstOwner(Node node) {
        AdvancedCache<byte[], byte[]> cache = here(node);
        return cache.getDistributionManager()
                .getCacheTopology()
                .getDistribution(cache.getKeyDataConversion().toStorage(KEY))
                .isPrimary();
    }

    private HeadStore store(Node node) {
        return new HeadStore(addresses.get(nodes.indexOf(node)), node.serving());
    }

    private static Draft draft(long last) {
        Draft draft = new Draft(Head.fresh(SCOPE, 0), Instant.EPOCH, owner -> Usage.NONE, new HashMap<>());
        while (draft.last() < last) {
            draft.nextNumber();
        }
        return draft;
    }

    private static void putHere(Node node, Head head) {
        here(node).put(KEY, HeadFormat.encode(head));
    }

    private static AdvancedCache<byte[], byte[]> here(Node node) {
        return node.serving().cache().withFlags(Flag.CACHE_MODE_LOCAL);
    }
}
