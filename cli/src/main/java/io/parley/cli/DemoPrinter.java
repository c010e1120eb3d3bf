package io.parley.cli;

import io.parley.examples.demo.DemoReport;
import io.parley.examples.demo.DemoSettings;
import io.parley.negotiation.FallbackReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints the demo as text: the negotiation as it happens, then the figures. */
final class DemoPrinter extends DemoProgress {

    private final Console console;
    private boolean hasShown;

    DemoPrinter(Console console, Progress progress) {
        super(progress);
        this.console = console;
    }

    void begin(DemoSettings settings) {
        console.line(String.format(
                Locale.ROOT,
                "%d calls by SOAP and %<d over the stream for each application, in turns, after %d of each to warm up;"
                        + " then the same in a WebSocket.",
                settings.n(),
                settings.warmUp()));
        console.line("On " + machine() + ", both sides in one JVM, over loopback.");
        console.line("");
    }

    @Override
    public void negotiated(String application, String offer, String answer, String terms, Duration time) {
        console.line(String.format(
                Locale.ROOT,
                "%s: the first call used SOAP; in parallel, offer (%d bytes) and answer (%d bytes) in %.1f ms: %s",
                application,
                bytes(offer),
                bytes(answer),
                Millis.of(time),
                terms));
        if (!hasShown) {
            hasShown = true;
            console.line("");
            console.line(XmlText.indented(offer));
            console.line("");
            console.line(XmlText.indented(answer));
            console.line("");
        }
    }

    @Override
    public void untyped(String application, String part, String reason) {
        console.line(application + ": " + part + " travels as XML events: " + reason);
    }

    void print(DemoReport report) {
        console.line("");
        console.table(
                List.of(
                        "application",
                        "n",
                        "SOAP ms",
                        "stream ms",
                        "SOAP bytes",
                        "stream bytes",
                        "t2",
                        "t1",
                        "Oa",
                        "Ob",
                        "Oc",
                        "break-even",
                        "answers"),
                report.applications().stream().map(DemoPrinter::row).toList());
        console.line("");
        console.line("t2, t1: median ms per call by SOAP and over the stream. Bytes: HTTP bodies; whole frames.");
        console.line("Oa: ms to reach the context store, here in memory. Ob: ms to negotiate and connect.");
        console.line("Oc: ms to derive and compile the schema. break-even: (Oa + Ob + Oc) / (t2 - t1) messages.");
        console.line("");
        console.line("The stream has a port of its own, a WebSocket the port of SOAP; median ms per call:");
        console.line("");
        console.table(List.of("application", "SOAP", "stream", "websocket", "answers"), sideBySide(report));
        console.line("");
        FallbackReason reason = FallbackReason.valueOf(report.fallback().reason());
        console.line("The same client, a service without Parley: every call used SOAP, "
                + answers(report.fallback().equal()) + ".");
        console.line("Reason: " + reason + ", " + reason.sentence() + ". To do: " + reason.fix() + ".");
        console.line("");
        console.line(
                report.allEqual()
                        ? "Every answer was the one that SOAP gave."
                        : "FAILED: there were answers that are not those of SOAP.");
    }

    /**
     * Returns the rows of the channels, each of which alternates with SOAP; the SOAP column is that beside the
     * WebSocket.
     */
    private static List<List<String>> sideBySide(DemoReport report) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < report.onePort().size(); i++) {
            DemoReport.Result stream = report.applications().get(i);
            DemoReport.Result webSocket = report.onePort().get(i);
            rows.add(List.of(
                    webSocket.name(),
                    precise(webSocket.t2Ms()),
                    precise(stream.t1Ms()),
                    precise(webSocket.t1Ms()),
                    answers(stream.equal() && webSocket.equal())));
        }
        return rows;
    }

    private static List<String> row(DemoReport.Result result) {
        return List.of(
                result.name(),
                String.valueOf(result.n()),
                number(result.soapMs()),
                number(result.streamMs()),
                String.valueOf(result.soapBytes()),
                String.valueOf(result.streamBytes()),
                precise(result.t2Ms()),
                precise(result.t1Ms()),
                precise(result.oaMs()),
                number(result.obMs()),
                number(result.ocMs()),
                breakEven(result.breakEven()),
                answers(result.equal()));
    }

    private static String answers(boolean equal) {
        return equal ? "all equal" : "NOT EQUAL";
    }

    private static String breakEven(@Nullable Double messages) {
        return messages == null ? "-" : number(messages);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String precise(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String machine() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, Java "
                + System.getProperty("java.version");
    }
}
