package io.parley.bench.plan;

import static io.parley.bench.contest.Contender.CXF;
import static io.parley.bench.contest.Contender.CXF_FI;
import static io.parley.bench.contest.Contender.CXF_GZIP;
import static io.parley.bench.contest.Contender.CXF_MTOM;
import static io.parley.bench.contest.Contender.GRPC;
import static io.parley.bench.contest.Contender.JAVA;
import static io.parley.bench.contest.Contender.NETTY;
import static io.parley.bench.contest.Contender.PARLEY;
import static io.parley.bench.contest.Contender.PARLEY_CXF;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.util.ArrayList;
import java.util.List;

/** A workload with a number of threads, and who takes part in it. */
record Group(Suite suite, Workload workload, int threads, List<Contender> systems) {
    private static final List<Contender> FAST = List.of(PARLEY, NETTY, GRPC, PARLEY_CXF);
    private static final List<Contender> CODECS = List.of(PARLEY, GRPC, CXF, CXF_FI, JAVA);

    /** Everything that is measured at a depth. */
    static List<Group> of(Depth depth) {
        return depth == Depth.QUICK ? quick() : full();
    }

    private static List<Group> quick() {
        return List.of(
                echo("void", 1, CXF),
                echo("f64-1000", 1, CXF),
                echo("f64-11MB", 1, CXF),
                echo("str-1000", 1),
                echo("blob-11MB", 1, CXF_MTOM),
                echo("rec-simple", 1),
                echo("rec-complex", 1, CXF),
                echo("void", 8),
                inMemory(Suite.SERIALIZE, "f64-1000"),
                inMemory(Suite.DESERIALIZE, "f64-1000"));
    }

    private static List<Group> full() {
        List<Group> groups = new ArrayList<>();
        for (String workload : List.of("void", "rec-simple", "rec-medium", "rec-complex", "f64-1000")) {
            groups.add(everybody(Suite.ECHO, workload, 1));
            for (int threads : List.of(4, 8, 16, 32)) {
                groups.add(echo(workload, threads, CXF));
            }
        }
        for (String size : List.of("10", "100k", "1MB", "4MB", "11MB", "22MB")) {
            groups.add(everybody(Suite.ECHO, "f64-" + size, 1));
        }
        for (String kind : List.of("list", "i32")) {
            for (String size : List.of("10", "1000", "100k", "1MB", "11MB")) {
                groups.add(everybody(Suite.ECHO, kind + "-" + size, 1));
            }
        }
        groups.add(everybody(Suite.ECHO, "i32-22MB", 1));
        for (String count : List.of("10", "1000", "100k")) {
            groups.add(everybody(Suite.ECHO, "str-" + count, 1));
        }
        for (String size : List.of("1000", "1MB", "11MB", "22MB")) {
            groups.add(everybody(Suite.ECHO, "blob-" + size, 1));
        }
        for (Suite oneWay : List.of(Suite.SEND, Suite.RECEIVE)) {
            for (String workload : List.of("f64-1000", "f64-100k", "i32-1000", "i32-100k", "str-1000", "str-100k")) {
                groups.add(everybody(oneWay, workload, 1));
            }
        }
        for (Suite suite : List.of(Suite.SERIALIZE, Suite.DESERIALIZE)) {
            for (String workload : List.of(
                    "f64-10",
                    "f64-1000",
                    "f64-100k",
                    "f64-11MB",
                    "i32-1000",
                    "i32-100k",
                    "str-1000",
                    "str-100k",
                    "blob-1000",
                    "blob-11MB",
                    "rec-simple",
                    "rec-medium",
                    "rec-complex")) {
                groups.add(inMemory(suite, workload));
            }
        }
        return List.copyOf(groups);
    }

    private static Group inMemory(Suite suite, String workload) {
        return new Group(suite, Workload.of(workload), 1, CODECS);
    }

    private static Group echo(String workload, int threads, Contender... more) {
        List<Contender> systems = new ArrayList<>(FAST);
        systems.addAll(List.of(more));
        return new Group(Suite.ECHO, Workload.of(workload), threads, List.copyOf(systems));
    }

    /** All for whom the workload makes sense. */
    private static Group everybody(Suite suite, String name, int threads) {
        Workload workload = Workload.of(name);
        List<Contender> systems = new ArrayList<>(FAST);
        systems.add(CXF);
        systems.add(CXF_FI);
        // Random bytes cannot be compressed, and only bytes become attachments.
        systems.add(workload.kind() == Kind.BLOB ? CXF_MTOM : CXF_GZIP);
        return new Group(suite, workload, threads, List.copyOf(systems));
    }
}
