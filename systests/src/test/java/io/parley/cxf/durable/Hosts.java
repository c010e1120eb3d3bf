package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.Published;
import io.parley.testkit.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;

/** Processes with the service, in sequence or at once, which write to one tally. */
final class Hosts implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);

    final int http = Published.freePort();
    final int stream = Published.freePort();
    /** Further options for processes started from now on. */
    final List<String> options = new ArrayList<>();

    private final Path folder;
    private final List<Process> all = new ArrayList<>();
    private final List<Bus> here = new ArrayList<>();

    Hosts(Path folder) {
        this.folder = folder;
    }

    /** Returns the proxy with timeouts long enough for the start of the next process and its response. */
    static Bookings patient(Bookings bookings) {
        Published.client(bookings)
                .getRequestContext()
                .put("jakarta.xml.ws.client.receiveTimeout", Long.toString(2 * PATIENCE.toMillis()));
        return bookings;
    }

    /** Returns the name of a store in a file. */
    String file() {
        return "sqlite:" + folder.resolve("contexts.db");
    }

    /** Starts the service in this process, for tests that need no kill: a process takes seconds. */
    void startHere(String name) throws Exception {
        here.add(BookingsHost.serve(this::option, arguments(name, file(), http, stream, "")));
    }

    /** Shuts down the buses started here, like an application that is stopped. */
    void stopHere() {
        here.forEach(bus -> bus.shutdown(true));
        here.clear();
    }

    private String option(String property) {
        String begin = "-D" + property + "=";
        return options.stream()
                .filter(option -> option.startsWith(begin))
                .map(option -> option.substring(begin.length()))
                .findFirst()
                .orElse("");
    }

    private String[] arguments(String name, String store, int httpPort, int streamPort, String others) {
        return new String[] {
            name,
            store,
            String.valueOf(httpPort),
            String.valueOf(streamPort),
            folder.resolve("tally").toString(),
            others
        };
    }

    /** Starts the next process at the same ports, with the same store. */
    Process start(String name) throws Exception {
        return start(name, file(), http, stream, "");
    }

    Process start(String name, String store, int httpPort, int streamPort, String others) throws Exception {
        Process host = begin(name, store, httpPort, streamPort, others);
        awaitReady(name, host);
        return host;
    }

    /** Starts a process without waiting until it is ready, so that others can be started meanwhile. */
    Process begin(String name, String store, int httpPort, int streamPort, String others) throws IOException {
        Process host = JavaProgram.brief(BookingsHost.class, arguments(name, store, httpPort, streamPort, others))
                .options(options.toArray(String[]::new))
                .start();
        all.add(host);
        return host;
    }

    static void awaitReady(String name, Process host) throws Exception {
        BufferedReader said = new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8));
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Thread reading = new Thread(() -> {
            said.lines().forEach(line -> {
                System.out.println(name + ": " + line);
                if (line.equals("ready")) {
                    ready.complete(null);
                }
            });
            ready.completeExceptionally(new IllegalStateException(name + ": expected it to be ready, found its end"));
        });
        reading.setDaemon(true);
        reading.start();
        ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    static void kill(Process host) throws InterruptedException {
        host.destroyForcibly();
        assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    void awaitTally(String line) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(tally()).contains(line));
    }

    /** Returns what all of them did, in order. */
    List<String> tally() throws IOException {
        Path file = folder.resolve("tally");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Override
    public void close() throws InterruptedException {
        stopHere();
        for (Process host : all) {
            kill(host);
        }
    }
}
