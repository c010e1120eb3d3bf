package io.parley.testkit.context;

import static org.awaitility.Awaitility.await;

import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server from the installed binaries, with a data directory of its own, on a free port of the loopback
 * address, for tests of stores that several processes share. If there are no binaries, tests print that they are
 * skipped. Thread-safe.
 */
public final class PostgresServer implements AutoCloseable {
    private static final Path BINARIES = Path.of("/usr/lib/postgresql");
    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");
    private static final int START_SECONDS = 60;

    private static @Nullable PostgresServer shared;

    private final Path binaries;
    private final Path home;
    private final Path data;
    private final int port;
    private final List<String> settings;
    private final AtomicInteger schemas = new AtomicInteger();

    private PostgresServer(Path binaries, Path home, int port, List<String> settings) {
        this.binaries = binaries;
        this.home = home;
        this.data = home.resolve("data");
        this.port = port;
        this.settings = settings;
    }

    /** Returns the server that all tests of this JVM share, with fully durable settings; it stops with the JVM. */
    public static synchronized PostgresServer shared() throws IOException, InterruptedException {
        PostgresServer known = shared;
        if (known == null) {
            known = create("fsync=on", "synchronous_commit=on");
            Runtime.getRuntime().addShutdownHook(new Thread(known::close));
            shared = known;
        }
        return known;
    }

    /** Starts a new server with the given settings. */
    public static PostgresServer create(String... settings) throws IOException, InterruptedException {
        Optional<Path> binaries = binaries();
        if (binaries.isEmpty()) {
            System.out.println("Skipped: no PostgreSQL 15 or later below " + BINARIES + " (Debian: postgresql-15)");
            Assumptions.abort("no PostgreSQL below " + BINARIES);
        }
        Path home = Path.of(run("mktemp", "-d", "/tmp/parley-postgres-XXXXXX"));
        Path data = home.resolve("data");
        String initdb = binaries.get().resolve("initdb").toString();
        run(initdb, "-D", data.toString(), "-U", "parley", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
        PostgresServer server = new PostgresServer(binaries.get(), home, FreePort.find(), List.of(settings));
        server.start();
        return server;
    }

    private static Optional<Path> binaries() throws IOException {
        if (!Files.isDirectory(BINARIES)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(BINARIES)) {
            return versions.filter(version -> version.getFileName().toString().matches("1[5-9]|[2-9][0-9]"))
                    .max(Comparator.naturalOrder())
                    .map(version -> version.resolve("bin"));
        }
    }

    /** Starts the server and waits until it accepts connections. */
    public void start() throws IOException, InterruptedException {
        StringBuilder options = new StringBuilder("-p " + port);
        options.append(" -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=60");
        settings.forEach(setting -> options.append(" -c ").append(setting));
        try {
            pgCtl("start", "-w", "-t", String.valueOf(START_SECONDS), "-l", data + "/log", "-o", options.toString());
        } catch (IOException e) {
            throw new IOException("the server did not start: " + log(), e);
        }
    }

    private String log() throws IOException {
        Path log = data.resolve("log");
        return Files.isReadable(log) ? Files.readString(log) : "it wrote no log";
    }

    /** Kills the server as a crash does (SIGKILL), and waits until all its processes have ended. */
    public void kill() throws IOException, InterruptedException {
        Path pidFile = data.resolve("postmaster.pid");
        String pid = Files.readAllLines(pidFile).get(0);
        // Stop it first: a backend process that it starts for a client meanwhile would hold shared memory, and the next
        // start fails.
        run("kill", "-STOP", pid);
        ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
        List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
        all.add(postmaster);
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> isGone(each.pid()));
        }
        // The next start would mistake another process with the same number for this server.
        Files.deleteIfExists(pidFile);
    }

    /** Returns whether a process has ended; a zombie has, even if its parent has not reaped it. */
    private static boolean isGone(long pid) throws IOException {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).matches("(?s)\\d+ \\(.*\\) Z .*");
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Returns the address of a schema, for stores. */
    public String address(String schema) {
        return "postgresql://127.0.0.1:" + port + "/postgres?user=parley&currentSchema=" + schema;
    }

    /** Creates a schema and returns its name, for {@link #address}. */
    public String newSchema() throws IOException, InterruptedException {
        String schema = "place" + schemas.incrementAndGet();
        String psql = binaries.resolve("psql").toString();
        run(
                psql,
                "-q",
                "-h",
                "127.0.0.1",
                "-p",
                String.valueOf(port),
                "-U",
                "parley",
                "-d",
                "postgres",
                "-c",
                "CREATE SCHEMA " + schema);
        return schema;
    }

    /** Returns the JDBC URL of the server. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=parley";
    }

    @Override
    public void close() {
        try {
            pgCtl("stop", "-m", "immediate");
            run("rm", "-rf", home.toString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the server did not stop", e);
        }
    }

    private void pgCtl(String what, String... more) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(binaries.resolve("pg_ctl").toString(), what, "-D", data.toString()));
        command.addAll(List.of(more));
        run(command.toArray(String[]::new));
    }

    /** Runs a command as the user {@code postgres}, since a server refuses to run as root, and returns its output. */
    private static String run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(IS_ROOT ? List.of("runuser", "-u", "postgres", "--") : List.of());
        all.addAll(List.of(command));
        Path output = Files.createTempFile("parley-postgres", ".out");
        Process process = new ProcessBuilder(all)
                .directory(Path.of("/tmp").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean isOver = process.waitFor(2L * START_SECONDS, TimeUnit.SECONDS);
        String said = Files.readString(output).strip();
        Files.delete(output);
        if (!isOver || process.exitValue() != 0) {
            throw new IOException(String.join(" ", all) + ": " + said);
        }
        return said;
    }
}
