package io.parley.bench.fault;

import io.parley.bench.contest.Child;
import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import io.parley.bench.result.Json;
import io.parley.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One system under one fault: a server, a client through proxies, and the fault. */
final class Trial {
    private static final String TOLD = "told";
    private static final String NEIGHBOUR = "neighbour";
    /** The first number of a neighbour's calls. */
    private static final long NEIGHBOURS = 1_000_000_000;

    private final String system;
    private final Fault fault;
    private final Place place;
    private final LinkDoor proxy = new LinkDoor(Link.LOOPBACK, Place.FRONT);
    private Child server;

    private Trial(String system, Fault fault, Place place, Child server) {
        this.system = system;
        this.fault = fault;
        this.place = place;
        this.server = server;
    }

    /** Runs a trial in an empty folder and returns its outcome. */
    static Outcome run(String system, Fault fault, Path folder) throws IOException, InterruptedException {
        Place place = new Place(FreePort.find(), FreePort.find(), folder);
        Trial trial = new Trial(system, fault, place, serve(system, fault, place));
        try (LinkDoor proxy = trial.proxy) {
            proxy.open(List.of(place.port(), place.second()));
            return trial.run();
        } finally {
            trial.server.close();
        }
    }

    private Outcome run() throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        Child neighbour = fault.hasNeighbour() ? client(FaultClient.Mode.NEIGHBOUR, NEIGHBOURS) : null;
        if (neighbour != null) {
            neighbour.await("ready");
            proxy.spare();
        }
        Child client = client(fault.mode(), 0);
        client.await("ready");
        if (fault == Fault.SLOW_READER) {
            proxy.slowDown();
        }
        fault.happen(this);
        long endedAt = System.currentTimeMillis();
        long serverMib = server.peakMib();
        long clientMib = client.peakMib();
        if (!client.process().isAlive()) {
            ended.add("client");
        }
        if (!server.process().isAlive()) {
            ended.add("server");
        }
        if (neighbour != null) {
            neighbour.close();
        }
        if (fault == Fault.SLOW_READER) {
            client.kill(); // The requested answers would take an hour.
        }
        client.close();
        server.close();
        List<String> told = lines(TOLD);
        Outcome.Circumstances known =
                new Outcome.Circumstances(system, fault, endedAt, serverMib, clientMib, String.join(" and ", ended));
        return Outcome.of(known, told, lines(FaultServer.RAN), neighbour == null ? told : lines(NEIGHBOUR));
    }

    private List<String> lines(String file) throws IOException {
        Path path = place.folder().resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    private Child client(FaultClient.Mode mode, long first) throws IOException {
        String notes = mode == FaultClient.Mode.NEIGHBOUR ? NEIGHBOUR : TOLD;
        return start(
                FaultClient.class,
                place,
                notes,
                List.of(system, Json.line(place), mode.name(), Long.toString(first), notes));
    }

    private static Child serve(String system, Fault fault, Place place) throws IOException {
        Child server = start(
                FaultServer.class,
                place,
                "server",
                List.of(system, Json.line(place), Integer.toString(fault.workMillis())));
        server.await("ready");
        return server;
    }

    /** Starts a JVM with little memory; its standard error goes to a file in the folder, with the given name. */
    private static Child start(Class<?> program, Place place, String name, List<String> arguments) throws IOException {
        List<String> options = List.of(
                "-Xmx256m",
                "-XX:MaxDirectMemorySize=256m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dio.netty.maxDirectMemory=268435456",
                "-Dderby.stream.error.file=" + place.folder().resolve("derby.log"));
        Path errors = place.folder().resolve(name + ".err");
        return Child.start(
                "a process, see " + errors,
                Child.command(program, options, arguments),
                ProcessBuilder.Redirect.appendTo(errors.toFile()));
    }

    Child server() {
        return server;
    }

    LinkDoor proxy() {
        return proxy;
    }

    /** Kills the server and starts another in its place. */
    void restartServer() throws IOException, InterruptedException {
        server.kill();
        server = serve(system, fault, place);
    }

    /** Waits while calls continue. */
    void pause(long millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
    }
}
