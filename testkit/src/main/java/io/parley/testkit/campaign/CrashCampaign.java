package io.parley.testkit.campaign;

import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.Folders;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Kills servers of sessions with reliability {@code durable} under load, at random times: one server over a file, or
 * several nodes over a shared store, of which another takes over. Each run is one kill. Needs the channel and the
 * store's engine on the class path.
 */
public final class CrashCampaign {
    private static final int CLIENTS = 4;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int LEAST_MILLIS = 50;
    private static final int MOST_MILLIS = 600;
    private static final int INFINISPAN_NODES = 3;

    private final String name;
    private final CampaignChannel channel;
    private final List<String> stores;
    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<CrashClient> clients = new ArrayList<>();
    private long longestPause;

    /**
     * Creates a campaign.
     *
     * @param stores the address of each server's store
     */
    private CrashCampaign(
            String name, CampaignChannel channel, List<String> stores, int runs, long seed, Consumer<String> progress) {
        this.name = name;
        this.channel = channel;
        this.stores = stores;
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * Kills and restarts the only server of a store in a file, once per run.
     *
     * @param channel whose sessions can be durable
     * @param progress receives progress messages
     */
    public static CampaignResult crash(CampaignChannel channel, int runs, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-crash");
        try {
            String store = "sqlite:" + folder.resolve("sessions.db");
            return new CrashCampaign("crash", channel, List.of(store), runs, seed, progress).run(folder);
        } finally {
            Folders.delete(folder);
        }
    }

    /**
     * Kills one of two servers over a shared store, alternately; the other takes over its sessions while it restarts.
     *
     * @param store the address of the shared store
     */
    public static CampaignResult takeover(
            CampaignChannel channel, String store, int runs, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-takeover");
        try {
            return new CrashCampaign("takeover", channel, List.of(store, store), runs, seed, progress).run(folder);
        } finally {
            Folders.delete(folder);
        }
    }

    /**
     * Kills one of three servers, round robin, which are themselves the nodes of an Infinispan store; the others take
     * over its sessions while it rejoins them.
     */
    public static CampaignResult takeoverOnInfinispan(
            CampaignChannel channel, int runs, long seed, Consumer<String> progress)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-takeover");
        try {
            return new CrashCampaign("takeover", channel, infinispan(folder), runs, seed, progress).run(folder);
        } finally {
            Folders.delete(folder);
        }
    }

    /** Returns the store addresses of the nodes, each of which listens on a port and on the one after it. */
    private static List<String> infinispan(Path folder) {
        List<Integer> ports = FreePort.pairs(INFINISPAN_NODES);
        String nodes = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        return ports.stream()
                .map(port ->
                        "infinispan:" + folder.resolve("node" + port) + "?node=127.0.0.1:" + port + "&nodes=" + nodes)
                .toList();
    }

    private CampaignResult run(Path folder) throws IOException, InterruptedException {
        Path tally = folder.resolve("tally");
        Random random = new Random(seed);
        try (ParleyRuntime runtime = ParleyRuntime.builder().build()) {
            for (String store : stores) {
                servers.add(new ServerProcess(store, FreePort.find(), tally, channel.option()));
            }
            for (ServerProcess server : servers) {
                server.awaitListening();
            }
            List<Thread> threads = begin(runtime);
            for (int run = 0; run < runs; run++) {
                LockSupport.parkNanos(
                        TimeUnit.MILLISECONDS.toNanos(LEAST_MILLIS + random.nextInt(MOST_MILLIS - LEAST_MILLIS)));
                kill(run % stores.size(), tally);
                if ((run + 1) % 10 == 0) {
                    progress.accept(name + ": " + (run + 1) + " of " + runs + " kills, slowest resumption "
                            + longestPause + " ms");
                }
            }
            clients.forEach(CrashClient::end);
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            for (ServerProcess server : servers) {
                server.close();
            }
        }
        return result(CrashTally.read(tally));
    }

    private List<Thread> begin(ParleyRuntime runtime) throws IOException, InterruptedException {
        List<HostPort> addresses = servers.stream()
                .map(server -> new HostPort("127.0.0.1", server.port()))
                .toList();
        List<Thread> threads = new ArrayList<>();
        for (int session = 0; session < CLIENTS; session++) {
            Conversation conversation = open(runtime, CrashServer.agreement(channel, addresses), "client " + session);
            CrashClient client = new CrashClient(session, conversation, seed + session, progress);
            Thread thread = new Thread(client, "parley-crash-client-" + session);
            clients.add(client);
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    private Conversation open(ParleyRuntime runtime, Agreement agreement, String principal)
            throws IOException, InterruptedException {
        try {
            byte[] token = servers.get(0).token(principal);
            return channel.connector(agreement, token)
                    .map(by -> runtime.open(agreement, token, new byte[0], IncomingMessage::close, by))
                    .orElseGet(() -> runtime.open(agreement, token, new byte[0], IncomingMessage::close))
                    .toCompletableFuture()
                    .get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("no session could be opened", e);
        }
    }

    /**
     * Kills a server, restarts it, and waits until every session has received an answer since a server was available.
     */
    private void kill(int node, Path tally) throws IOException, InterruptedException {
        ServerProcess server = servers.get(node);
        server.kill();
        long since = System.nanoTime();
        ServerProcess next = new ServerProcess(stores.get(node), server.port(), tally, channel.option());
        servers.set(node, next);
        if (stores.size() == 1) {
            next.awaitListening();
            since = System.nanoTime();
        }
        awaitAnswers(since);
        if (stores.size() > 1) {
            next.awaitListening();
        }
    }

    private void awaitAnswers(long since) {
        for (CrashClient client : clients) {
            while (client.lastAnswer() - since < 0) {
                if (System.nanoTime() - since > PATIENCE_NANOS) {
                    throw new IllegalStateException("session " + client.session() + " had no answer for too long");
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            // With one server, the time until its port is bound again is not charged to the sessions.
            long pause = stores.size() == 1 ? client.lastAnswer() - since : client.longestPause();
            longestPause = Math.max(longestPause, TimeUnit.NANOSECONDS.toMillis(pause));
        }
    }

    private CampaignResult result(CrashTally tally) {
        long acknowledged = 0;
        long lost = 0;
        for (CrashClient client : clients) {
            acknowledged += client.answered().size() + client.messages().size();
            lost += tally.lost(client.session(), client.answered())
                    + tally.lost(client.session(), client.messages())
                    + client.failed();
        }
        progress.accept(name + ": " + tally.redelivered() + " messages were marked as redelivered");
        return new CampaignResult(
                name, runs, seed, acknowledged, lost, tally.duplicates(), tally.outOfOrder(), longestPause);
    }
}
