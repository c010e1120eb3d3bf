package io.parley.bench.capacity;

import io.parley.bench.report.Amounts;
import io.parley.bench.report.Column;
import io.parley.bench.report.Page;
import io.parley.bench.report.Table;
import io.parley.bench.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The page about the throughput of a processor and the number of nodes that a number of clients needs. */
final class CapacityPage {
    private static final List<Integer> CLIENTS = List.of(1_000, 10_000, 1_000_000);
    private static final double CALLS_OF_CLIENT = 0.1;
    private static final double PROCESSORS = 8;
    private static final double PART = 0.5;
    private static final double MEMORY = 16.0 * (1L << 30);
    private static final double MILLION = 1e6;
    private static final double MICROS = 1e6;
    private static final String RECORD = "rec-complex";

    private CapacityPage() {}

    /**
     * Writes the page.
     *
     * @param missing crowds that could not be measured, each with the reason
     */
    static void write(Path page, List<Carried> all, List<String> missing, RunInfo run) throws IOException {
        new Page(page, "capacity", run)
                .put(
                        "disturbed",
                        run.disturbed()
                                ? "**Other work ran on this machine: processor time says something, times and rates little.**"
                                : "")
                .put(
                        "missing",
                        missing.stream()
                                .map(each -> "Not measured: " + each + ".")
                                .collect(Collectors.joining("\n\n")))
                .put(
                        "callers",
                        table(all.stream().filter(one -> one.sessions() == 1).toList()))
                .put(
                        "sessions",
                        sessions(all.stream().filter(one -> one.sessions() > 1).toList()))
                .put("million", million(all))
                .put("nodes", nodes(all))
                .write();
    }

    static Table table(List<Carried> all) {
        return Table.of(
                all,
                new Column<>("system", Carried::system),
                new Column<>("workload", Carried::workload),
                new Column<>("callers", one -> Integer.toString(one.callers())),
                new Column<>("sessions", one -> Integer.toString(one.sessions())),
                new Column<>("calls/s", one -> Amounts.number(one.callsPerSecond())),
                new Column<>("median", one -> Amounts.time(one.medianUs())),
                new Column<>("p99", one -> Amounts.time(one.p99Us())),
                new Column<>("client", one -> Amounts.time(one.clientUs())),
                new Column<>("server", one -> Amounts.time(one.serverUs())),
                new Column<>("calls/s a processor", one -> Amounts.number(one.callsOfProcessor())),
                new Column<>(
                        "content/s a processor", one -> one.bytes() == 0 ? "–" : Amounts.size(one.bytesOfProcessor())));
    }

    private static Table sessions(List<Carried> all) {
        return Table.of(
                all,
                new Column<>("system", Carried::system),
                new Column<>("sessions", one -> Integer.toString(one.sessions())),
                new Column<>("an idle one at the server", one -> Amounts.size(one.sessionBytes())),
                new Column<>("calls/s", one -> Amounts.number(one.callsPerSecond())),
                new Column<>("p99", one -> Amounts.time(one.p99Us())),
                new Column<>("server", one -> Amounts.time(one.serverUs())),
                new Column<>("client", one -> Amounts.time(one.clientUs())));
    }

    private static Table million(List<Carried> all) {
        Table table = new Table("workload", "standalone", "gRPC", "through CXF", "SOAP", "SOAP to CXF");
        all.stream().map(Carried::workload).distinct().forEach(workload -> {
            double streamed = cost(all, "parley-cxf", workload);
            double soap = cost(all, "cxf", workload);
            table.row(
                    workload,
                    Amounts.time(MILLION * cost(all, "parley", workload)),
                    Amounts.time(MILLION * cost(all, "grpc", workload)),
                    Amounts.time(MILLION * streamed),
                    Amounts.time(MILLION * soap),
                    Amounts.number(soap / streamed));
        });
        return table;
    }

    /** Returns the processor time of both sides; NaN if it was not measured. */
    private static double cost(List<Carried> all, String system, String workload) {
        return one(all, system, workload)
                .map(one -> one.clientUs() + one.serverUs())
                .orElse(Double.NaN);
    }

    private static Optional<Carried> one(List<Carried> all, String system, String workload) {
        return all.stream()
                .filter(one -> one.system().equals(system) && one.workload().equals(workload) && one.callers() == 1)
                .findFirst();
    }

    private static Table nodes(List<Carried> all) {
        return Table.of(
                CLIENTS,
                new Column<>("clients", clients -> String.format(Locale.ROOT, "%,d", clients)),
                new Column<>("calls a second", clients -> Amounts.number(CALLS_OF_CLIENT * clients)),
                new Column<>("standalone", clients -> nodes(all, "parley", clients)),
                new Column<>("through CXF", clients -> nodes(all, "parley-cxf", clients)),
                new Column<>("SOAP", clients -> nodes(all, "cxf", clients)));
    }

    /** Returns the number of nodes, limited by processors or by memory, whichever needs more. */
    private static String nodes(List<Carried> all, String system, int clients) {
        Optional<Carried> call = one(all, system, RECORD);
        if (call.isEmpty()) {
            return "–";
        }
        double processors = CALLS_OF_CLIENT * clients * call.get().serverUs() / MICROS / (PART * PROCESSORS);
        double session = all.stream()
                .filter(one -> one.system().equals(system))
                .mapToDouble(Carried::sessionBytes)
                .reduce(0, (former, latter) -> latter > 0 ? latter : former);
        double memory = clients * session / (PART * MEMORY);
        long nodes = (long) Math.ceil(Math.max(processors, memory));
        return nodes + (memory > processors ? " (memory)" : " (processors)");
    }
}
