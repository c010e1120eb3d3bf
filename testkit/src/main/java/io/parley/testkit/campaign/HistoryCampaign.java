package io.parley.testkit.campaign;

import io.parley.testkit.Folders;
import io.parley.testkit.FreePort;
import io.parley.testkit.history.Findings;
import io.parley.testkit.history.Findings.Kind;
import io.parley.testkit.history.History;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Injects faults into the processes of durable sessions, sequentially and sometimes concurrently: servers and clients
 * are killed, paused, disconnected, started with wrong clocks, and run out of disk space. At the end the records of
 * both sides are checked ({@link History}). Runs one server with a store in a file, or two nodes over PostgreSQL;
 * clients store their sessions in files. Needs a POSIX system.
 */
public final class HistoryCampaign {
    private static final int CLIENTS = 3;
    private static final int LEAST_MILLIS = 50;
    private static final int MOST_MILLIS = 800;
    private static final int LONGEST_PAUSE_MILLIS = 6_000;
    private static final int LONGEST_FULL_MILLIS = 3_000;
    /** File size limit that no write of a store fits into. */
    private static final int FULL_BYTES = 4096;
    /** Errors of the clocks, in seconds. */
    private static final List<Integer> SHIFTS = List.of(-86_400, -3_600, -60, 60, 3_600, 86_400);

    private final CampaignChannel channel;
    private final String store;
    private final int minutes;
    private final long seed;
    private final Consumer<String> progress;
    private final Random random;
    private final Map<String, Long> injected = new TreeMap<>();
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<FaultProxy> proxies = new ArrayList<>();
    private final List<HistoryClient> clients = new ArrayList<>();
    /** Address of the servers' store. */
    private String address = "";

    private boolean fileLimits = true;
    private long failed;

    private enum Fault {
        KILL_SERVER,
        KILL_CLIENT,
        PAUSE_SERVER,
        PAUSE_CLIENT,
        CUT,
        SHIFT_SERVER_CLOCK,
        SHIFT_CLIENT_CLOCK,
        FILL_SERVER_DISK,
        FILL_CLIENT_DISK
    }

    /**
     * Creates a campaign.
     *
     * @param channel whose sessions can be durable
     * @param store {@code sqlite}, {@code postgresql}, which starts a server, or the address of a PostgreSQL database
     * @param progress receives progress messages
     */
    public HistoryCampaign(CampaignChannel channel, String store, int minutes, long seed, Consumer<String> progress) {
        this.channel = channel;
        this.store = store;
        this.minutes = minutes;
        this.seed = seed;
        this.progress = progress;
        this.random = new Random(seed);
    }

    /** Runs for the given minutes and until its processes have ended, on the caller's thread. */
    public CampaignResult run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("parley-history");
        boolean shared = !store.equals(ServerStore.SQLITE);
        address = ServerStore.address(store, folder);
        if (shared) {
            progress.accept("history: FILL_SERVER_DISK is skipped, since the servers' files are the database's");
        }
        try (Notes notes = new Notes(folder.resolve("servers.notes"))) {
            begin(folder, notes, shared ? 2 : 1);
            long begun = System.nanoTime();
            long last = begun;
            while (System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(minutes)) {
                await(LEAST_MILLIS, MOST_MILLIS);
                inject(next(shared), notes, true);
                reviveClients();
                if (System.nanoTime() - last > TimeUnit.SECONDS.toNanos(30)) {
                    last = System.nanoTime();
                    progress.accept("history: " + injected);
                }
            }
            return result(end(notes));
        } finally {
            close();
            Folders.delete(folder);
        }
    }

    private void begin(Path folder, Notes notes, int nodes) throws IOException, InterruptedException {
        for (int node = 0; node < nodes; node++) {
            servers.add(new ServerProcess(address, FreePort.find(), notes.path(), channel.option()));
        }
        for (ServerProcess server : servers) {
            server.awaitListening();
            InetSocketAddress behind = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
            proxies.add(FaultProxy.open(behind, () -> new WireFault(WireFault.Kind.NONE, 0)));
        }
        for (int session = 0; session < CLIENTS; session++) {
            clients.add(new HistoryClient(
                    session, channel, folder, proxies.stream().map(FaultProxy::port), servers.get(0)));
        }
    }

    private Fault next(boolean shared) {
        List<Fault> possible = Arrays.stream(Fault.values())
                .filter(fault -> fault != Fault.FILL_SERVER_DISK || !shared)
                .filter(fault -> fileLimits || (fault != Fault.FILL_SERVER_DISK && fault != Fault.FILL_CLIENT_DISK))
                .toList();
        return possible.get(random.nextInt(possible.size()));
    }

    /**
     * Injects a fault.
     *
     * @param more whether another fault may be injected while this one lasts
     */
    private void inject(Fault fault, Notes notes, boolean more) throws IOException, InterruptedException {
        int node = random.nextInt(servers.size());
        HistoryClient client = clients.get(random.nextInt(clients.size()));
        switch (fault) {
            case KILL_SERVER -> restart(node, notes, Duration.ZERO);
            case KILL_CLIENT -> client.restart(ShiftedClock.option(Duration.ZERO));
            case SHIFT_SERVER_CLOCK -> restart(node, notes, shift());
            case SHIFT_CLIENT_CLOCK -> client.restart(ShiftedClock.option(shift()));
            case CUT -> proxies.get(node).cut();
            case PAUSE_SERVER -> pause(servers.get(node).jvm(), notes, more);
            case PAUSE_CLIENT -> pause(client.jvm(), notes, more);
            case FILL_SERVER_DISK -> fill(servers.get(node).jvm());
            case FILL_CLIENT_DISK -> {
                client.awaitReady();
                fill(client.jvm());
            }
        }
        injected.merge(fault.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
    }

    private void restart(int node, Notes notes, Duration shift) throws IOException, InterruptedException {
        ServerProcess server = servers.get(node);
        server.kill();
        ServerProcess next =
                new ServerProcess(address, server.port(), notes.path(), channel.option(), ShiftedClock.option(shift));
        servers.set(node, next);
        next.awaitListening();
    }

    private Duration shift() {
        return Duration.ofSeconds(SHIFTS.get(random.nextInt(SHIFTS.size())));
    }

    private void pause(ChildJvm jvm, Notes notes, boolean more) throws IOException, InterruptedException {
        if (!jvm.isAlive()) {
            return;
        }
        PosixProcess.stop(jvm.pid());
        try {
            await(LEAST_MILLIS, LONGEST_PAUSE_MILLIS);
            if (more && random.nextBoolean()) {
                inject(random.nextBoolean() ? Fault.CUT : Fault.KILL_CLIENT, notes, false);
                await(LEAST_MILLIS, MOST_MILLIS);
            }
        } finally {
            if (jvm.isAlive()) {
                PosixProcess.goOn(jvm.pid());
            }
        }
    }

    private void fill(ChildJvm jvm) throws InterruptedException {
        if (!jvm.isAlive()) {
            return;
        }
        try {
            PosixProcess.limitFiles(jvm.pid(), FULL_BYTES);
            await(LEAST_MILLIS, LONGEST_FULL_MILLIS);
            PosixProcess.unlimitFiles(jvm.pid());
        } catch (IOException e) {
            if (!jvm.isAlive()) {
                return; // It is counted where processes that ended by themselves are.
            }
            fileLimits = false;
            progress.accept(
                    "history: full disks are skipped from now on, since files cannot be limited: " + e.getMessage());
        }
    }

    /**
     * Restarts clients that ended by themselves, each of which counts as a failure: it gave up a call or a session that
     * was to survive.
     */
    private void reviveClients() throws IOException, InterruptedException {
        for (HistoryClient client : clients) {
            if (!client.jvm().isAlive()) {
                failed++;
                progress.accept("history: the client of session " + client.session() + " gave up");
                client.restart(ShiftedClock.option(Duration.ZERO));
            }
        }
    }

    private Findings end(Notes notes) throws IOException, InterruptedException {
        History history = new History();
        for (HistoryClient client : clients) {
            if (!client.end()) {
                failed++;
                progress.accept("history: the client of session " + client.session() + " could not end in order");
            }
            client.addTo(history);
        }
        for (ServerProcess server : servers) {
            server.close();
        }
        for (String line : notes.lines()) {
            String[] words = line.split(" ", -1);
            history.handled(
                    words[4],
                    words[0].equals("call"),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Boolean.parseBoolean(words[3]));
        }
        Findings findings = history.check();
        findings.examples().forEach(progress);
        return findings;
    }

    private CampaignResult result(Findings findings) {
        return new CampaignResult(
                "history-" + ServerStore.engine(store),
                minutes,
                seed,
                findings.acknowledged(),
                findings.count(Kind.LOST) + failed,
                findings.count(Kind.DOUBLED),
                findings.count(Kind.REORDERED),
                0,
                findings.count(Kind.INVENTED),
                findings.count(Kind.MIXED_UP),
                injected);
    }

    private void await(int least, int most) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(least + random.nextInt(most - least)));
    }

    private void close() throws IOException, InterruptedException {
        for (HistoryClient client : clients) {
            client.close();
        }
        for (ServerProcess server : servers) {
            server.kill();
        }
        for (FaultProxy proxy : proxies) {
            proxy.close();
        }
    }
}
