package io.parley.testkit.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.Change;
import io.parley.context.Condition;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Read;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import io.parley.context.Usage;
import io.parley.context.Value;
import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Contract of a store whose writing process is killed (SIGKILL): acknowledged changes are stored, no change is stored
 * partially, and no version is assigned twice. The system property {@code parley.context.crashes} sets the number of
 * kills, {@code parley.context.seed} repeats their times.
 */
public abstract class ContextCrashContract {
    private static final int MOST_ACKNOWLEDGED = 400;

    protected abstract DurablePlace place() throws Exception;

    /** Returns the default number of kills. */
    protected int crashes() {
        return 3;
    }

    @Test
    void acknowledgedChangesSurviveAKill() throws Exception {
        long seed = Long.getLong("parley.context.seed", System.nanoTime());
        int crashes = Integer.getInteger("parley.context.crashes", crashes());
        System.out.println("Killing " + crashes + " times, again with -Dparley.context.seed=" + seed);
        Random random = new Random(seed);
        long all = 0;
        long slowest = 0;
        try (DurablePlace place = place()) {
            for (int i = 0; i < crashes; i++) {
                String round = "round " + i;
                Map<Integer, Long> acknowledged =
                        writeAndKill(place.address(), round, 1 + random.nextInt(MOST_ACKNOWLEDGED));
                all += acknowledged.size();
                slowest = Math.max(slowest, openAndCheck(place, round, acknowledged));
            }
        }
        System.out.println("{\"crashes\":" + crashes + ",\"acknowledged\":" + all + ",\"lost\":0,\"torn\":0,"
                + "\"slowest_open_and_check_ms\":" + Duration.ofNanos(slowest).toMillis() + "}");
    }

    /**
     * Opens a store and checks its content.
     *
     * @return nanoseconds that opening and checking took
     */
    private static long openAndCheck(DurablePlace place, String round, Map<Integer, Long> acknowledged) {
        long began = System.nanoTime();
        try (ContextStore store = place.open(StoreSettings.defaults())) {
            check(store, round, acknowledged);
            return System.nanoTime() - began;
        }
    }

    private static Map<Integer, Long> writeAndKill(String address, String round, int after)
            throws IOException, InterruptedException {
        Process writer = JavaProgram.brief(RestlessWriter.class, address, round).start();
        Map<Integer, Long> acknowledged = new HashMap<>();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            String line = said.readLine();
            assertThat(line).as("what the writer says first").isEqualTo("open");
            for (line = said.readLine(); line != null; line = said.readLine()) {
                note(line, acknowledged);
                if (acknowledged.size() == after) {
                    // Kills only the process; output that it has written is still read.
                    writer.toHandle().destroyForcibly();
                }
            }
        } finally {
            writer.destroyForcibly();
        }
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(after);
        return acknowledged;
    }

    /** Records an acknowledgement. The last line may be truncated; a truncated line acknowledges nothing. */
    private static void note(String line, Map<Integer, Long> acknowledged) {
        String[] words = line.split(" ", -1);
        if (words.length == 2 && !words[1].isEmpty()) {
            acknowledged.put(Integer.parseInt(words[0]), Long.parseLong(words[1]));
        }
    }

    private static void check(ContextStore store, String round, Map<Integer, Long> acknowledged) {
        Scope scope = RestlessWriter.scope(round);
        acknowledged.keySet().forEach(number -> {
            for (String side : List.of("left ", "right ")) {
                Entry entry = store.get(scope.key(side + number), Read.LATEST).orElseThrow();
                assertThat(entry.value()).isEqualTo(RestlessWriter.value(number));
            }
        });
        Map<Long, Integer> entriesOfVersion = new HashMap<>();
        long last = 0;
        List<EntryInfo> entries = all(after -> store.list(scope, after, ContextStore.MAX_PAGE));
        for (EntryInfo entry : entries) {
            entriesOfVersion.merge(entry.version(), 1, Integer::sum);
            last = Math.max(last, entry.version());
        }
        assertThat(entriesOfVersion.values()).as("entries of each transaction").containsOnly(2);
        assertUsageIsWhatIsThere(store, RestlessWriter.owner(round));
        Change next =
                new Change.Put("next", Value.of("", "text/plain"), "restless", Duration.ofHours(1), Condition.absent());
        assertThat(StoreContract.done(store.write(Transaction.in(scope, "restless", next))))
                .isGreaterThan(last);
    }

    private static void assertUsageIsWhatIsThere(ContextStore store, String owner) {
        List<EntryInfo> owned = all(after -> store.owned(owner, after, ContextStore.MAX_PAGE));
        long bytes = owned.stream().mapToLong(EntryInfo::length).sum();
        assertThat(store.usage(owner)).isEqualTo(new Usage(owned.size(), bytes));
    }

    private static List<EntryInfo> all(Function<Cursor, List<EntryInfo>> pages) {
        List<EntryInfo> all = new ArrayList<>();
        List<EntryInfo> page = pages.apply(Cursor.START);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = pages.apply(Cursor.after(page.get(page.size() - 1)));
        }
        return all;
    }
}
