package io.parley.testkit.campaign;

import io.parley.testkit.Folders;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Kills the client of a durable session, which has a store of its own, under load at random times, once per run, and
 * every third time its server with it. What was acknowledged to the client must have arrived; each call that the server
 * saw must either have been answered or be reported to the client's next process.
 */
public final class ClientCampaign {
    private static final int LEAST_MILLIS = 50;
    private static final int MOST_MILLIS = 600;
    /** The server is killed too in one of so many runs. */
    private static final int BOTH = 3;

    private final CampaignChannel channel;
    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private long longestPause;

    /**
     * Creates a campaign.
     *
     * @param channel whose sessions can be durable
     * @param progress receives progress messages
     */
    public ClientCampaign(CampaignChannel channel, int runs, long seed, Consumer<String> progress) {
        this.channel = channel;
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
    }

    /** Runs the campaign on the caller's thread. */
    public CampaignResult run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-client");
        try {
            return run(folder, folder.resolve("tally"), folder.resolve("ledger"));
        } finally {
            Folders.delete(folder);
        }
    }

    private CampaignResult run(Path folder, Path tally, Path ledger) throws IOException, InterruptedException {
        Random random = new Random(seed);
        String serverStore = "sqlite:" + folder.resolve("server.db");
        ServerProcess server = ServerProcess.listening(serverStore, FreePort.find(), tally, channel.option());
        ChildJvm client = null;
        try {
            client = start(folder, server, "open", ledger);
            for (int run = 0; run < runs; run++) {
                LockSupport.parkNanos(
                        TimeUnit.MILLISECONDS.toNanos(LEAST_MILLIS + random.nextInt(MOST_MILLIS - LEAST_MILLIS)));
                client.kill();
                if (run % BOTH == BOTH - 1) {
                    server.kill();
                    server = ServerProcess.listening(serverStore, server.port(), tally, channel.option());
                }
                client = start(folder, server, "resume", ledger);
                if ((run + 1) % 10 == 0) {
                    progress.accept("client: " + (run + 1) + " of " + runs + " kills, slowest resumption "
                            + longestPause + " ms");
                }
            }
            client.endInput();
            client.answer("ended");
        } finally {
            if (client != null) {
                client.close();
            }
            server.close();
        }
        return result(CrashTally.read(tally), LedgerEntries.read(ledger));
    }

    /** Starts a client and waits until it has received an answer. */
    private ChildJvm start(Path folder, ServerProcess server, String how, Path ledger) throws IOException {
        int next = LedgerEntries.read(ledger).next();
        ChildJvm client = new ChildJvm(
                KilledClient.class,
                List.of(channel.option()),
                "sqlite:" + folder.resolve("client.db"),
                Integer.toString(server.port()),
                how,
                ledger.toString(),
                Integer.toString(next),
                Long.toString(seed + next));
        if (how.equals("open")) {
            client.answer("token");
            client.say(Base64.getEncoder().encodeToString(server.token("the client")));
        }
        client.answer("ready");
        long since = System.nanoTime();
        client.answer("going");
        longestPause = Math.max(longestPause, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
        return client;
    }

    private CampaignResult result(CrashTally tally, LedgerEntries entries) {
        List<Integer> acknowledged = new ArrayList<>(entries.of("accepted"));
        acknowledged.addAll(entries.of("answered"));
        long lost = tally.lost(0, acknowledged);
        Set<Integer> known = new HashSet<>(entries.of("answered"));
        known.addAll(entries.of("named"));
        long unnamed = entries.of("call").stream()
                .filter(number -> tally.saw(0, number) && !known.contains(number))
                .count();
        long unanswered = entries.of("named").stream()
                .filter(number -> !entries.of("answered").contains(number))
                .count();
        long sentAllTheSame = entries.of("unsent").stream()
                .filter(number -> tally.saw(0, number))
                .count();
        progress.accept("client: " + entries.of("named").size() + " calls named, "
                + entries.of("unsent").size()
                + " of them not sent; not named " + unnamed + ", named and not answered " + unanswered + "; "
                + tally.redelivered() + " messages were marked as redelivered");
        return new CampaignResult(
                "client",
                runs,
                seed,
                acknowledged.size(),
                lost + unnamed + unanswered + sentAllTheSame,
                tally.duplicates(),
                tally.outOfOrder(),
                longestPause);
    }

    /** The entries that the clients wrote to the ledger before they were killed. */
    private record LedgerEntries(Map<String, Set<Integer>> numbers) {
        static LedgerEntries read(Path ledger) throws IOException {
            Map<String, Set<Integer>> numbers = new HashMap<>();
            if (Files.exists(ledger)) {
                for (String line : Files.readAllLines(ledger, StandardCharsets.UTF_8)) {
                    String[] words = line.split(" ", -1);
                    numbers.computeIfAbsent(words[0], word -> new HashSet<>()).add(Integer.parseInt(words[1]));
                }
            }
            return new LedgerEntries(numbers);
        }

        Set<Integer> of(String what) {
            return numbers.getOrDefault(what, Set.of());
        }

        /** Returns the number after the highest that was used. */
        int next() {
            return numbers.values().stream()
                    .flatMap(Set::stream)
                    .mapToInt(number -> number + 1)
                    .max()
                    .orElse(0);
        }
    }
}
