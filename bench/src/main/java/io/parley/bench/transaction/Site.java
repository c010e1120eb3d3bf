package io.parley.bench.transaction;

import io.parley.bench.contest.CxfService;
import io.parley.bench.result.Json;
import io.parley.bench.transaction.Marks.Mark;
import io.parley.testkit.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.cxf.endpoint.Server;

/**
 * The main class of the server's JVM. Arguments: the name of a series, and the broker's URL. Prints its HTTP port. On
 * {@link #BEGIN} it discards the previous transaction, on {@link #END} it prints the figures of the transaction since
 * then; it exits when its input is closed.
 */
final class Site {
    static final String BEGIN = "begin";
    static final String END = "end";

    private final Marks marks = new Marks();
    private final Effort effort = new Effort();

    private Site() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new Site().serve(Lane.of(arguments[0]), arguments[1], questions);
        // Jetty's threads would keep the JVM alive.
        System.exit(0);
    }

    private void serve(Lane lane, String broker, BufferedReader questions) throws IOException {
        int port = FreePort.find();
        publish(lane, port, broker);
        System.out.println(port);
        for (String asked = questions.readLine(); asked != null; asked = questions.readLine()) {
            System.out.println(answer(asked));
        }
    }

    private void publish(Lane lane, int port, String broker) {
        Server server = CxfService.publish(
                        new PayloadService(marks),
                        lane.address(port),
                        lane.settings().properties(),
                        lane.features(broker))
                .server();
        marks.noteArrivals(server.getEndpoint());
        marks.noteDepartures(server.getEndpoint());
    }

    private String answer(String question) throws IOException {
        switch (question) {
            case BEGIN -> {
                marks.clear();
                effort.begin();
                return "";
            }
            case END -> {
                awaitDeparture();
                return Json.line(last());
            }
            default -> throw new IOException("asked " + question);
        }
    }

    /** Waits for the end of the server's chain: a client may have its object earlier. */
    private void awaitDeparture() {
        while (!marks.has(Mark.HANDED_OVER)) {
            Thread.onSpinWait();
        }
    }

    private Map<String, Double> last() throws IOException {
        Effort.Spent spent = effort.end();
        double serialized = marks.between(Mark.GENERATED, Mark.SERIALIZED);
        return Map.of(
                Figures.SERVER_RESPONSE, marks.between(Mark.RECEIVED, Mark.HANDED_OVER),
                Figures.GENERATION, marks.between(Mark.CALLED, Mark.GENERATED),
                Figures.SERIALIZATION,
                        marks.has(Mark.SERIALIZED) ? serialized : marks.between(Mark.GENERATED, Mark.HANDED_OVER),
                Figures.SERVER_CPU, spent.cost().processor(),
                Figures.SERVER_ALLOCATION, spent.cost().bytes(),
                Figures.SERVER_PAUSES, spent.pausedMicros());
    }
}
