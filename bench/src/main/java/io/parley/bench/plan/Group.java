package io.parley.bench.plan;

import static io.parley.bench.contest.Contender.ARTEMIS;
import static io.parley.bench.contest.Contender.BLOCKING;
import static io.parley.bench.contest.Contender.CXF;
import static io.parley.bench.contest.Contender.CXF_FI;
import static io.parley.bench.contest.Contender.CXF_JMS;
import static io.parley.bench.contest.Contender.CXF_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.CXF_MTOM;
import static io.parley.bench.contest.Contender.GRPC;
import static io.parley.bench.contest.Contender.NETTY;
import static io.parley.bench.contest.Contender.PARLEY;
import static io.parley.bench.contest.Contender.PARLEY_CXF;
import static io.parley.bench.contest.Contender.PARLEY_HTTP;
import static io.parley.bench.contest.Contender.PARLEY_JMS;
import static io.parley.bench.contest.Contender.PARLEY_JMS_JOURNAL;
import static io.parley.bench.contest.Contender.PARLEY_NGINX;
import static io.parley.bench.contest.Contender.PARLEY_TLS;
import static io.parley.bench.contest.Contender.PARLEY_WEBSOCKET;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Kind;
import io.parley.bench.data.Workload;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A workload with a number of threads, and the systems that are measured with it. */
record Group(Suite suite, String workload, int threads, List<Contender> systems) {
    private static final List<Contender> FAST = List.of(PARLEY, NETTY, GRPC, PARLEY_CXF);
    /** Kinds of content that the blocking socket supports, the floor that decodes. */
    private static final Set<Kind> ARRAYS = EnumSet.of(Kind.VOID, Kind.F64, Kind.I32, Kind.BLOB);

    private static final List<Contender> OTHER_CHANNELS =
            List.of(PARLEY_WEBSOCKET, PARLEY_HTTP, PARLEY_JMS, CXF_JMS, ARTEMIS);
    /** The stream with TLS, and a WebSocket behind nginx, which terminates TLS. */
    static final List<Contender> SECURED = List.of(PARLEY_TLS, PARLEY_NGINX);

    private static final Group FIRST_CALLS = new Group(Suite.FIRST, "void", 1, List.of(PARLEY_CXF, PARLEY_WEBSOCKET));
    private static final List<Contender> JOURNALS = List.of(CXF_JMS_JOURNAL, PARLEY_JMS_JOURNAL);
    /** Workload for channels with a journal, large enough for the disk to matter. */
    private static final String WITH_JOURNAL = "f64-11MB";

    private static final List<String> OVER_OTHERS =
            List.of("void", "rec-complex", "f64-1000", "f64-1MB", "f64-11MB", "f64-22MB");
    private static final List<Contender> CODECS = List.of(PARLEY, GRPC, CXF, CXF_FI);

    /** Returns all groups that are measured at a depth. */
    static List<Group> of(Depth depth) {
        return depth == Depth.QUICK || depth == Depth.GOALS ? quick() : full();
    }

    /** Returns a cell for each system. */
    List<Cell> cells() {
        return systems.stream()
                .map(system -> new Cell(suite, system, workload, threads))
                .toList();
    }

    private static List<Group> quick() {
        List<Group> groups = new ArrayList<>();
        groups.add(among("void", PARLEY, NETTY, GRPC, PARLEY_CXF, CXF));
        groups.add(among("f64-1000", PARLEY, BLOCKING, NETTY, GRPC, PARLEY_CXF));
        groups.add(among("f64-11MB", PARLEY, BLOCKING, NETTY, GRPC, PARLEY_CXF, CXF));
        // Integers and lists are compared with the floors of the doubles above, since floors only copy bytes.
        groups.add(among("i32-11MB", PARLEY, PARLEY_CXF));
        groups.add(among("list-11MB", PARLEY, PARLEY_CXF));
        groups.add(among("blob-11MB", PARLEY, BLOCKING, PARLEY_CXF, CXF_MTOM));
        for (String size : List.of("1MB", "22MB")) {
            groups.add(among("f64-" + size, PARLEY, BLOCKING, PARLEY_CXF));
            groups.add(among("i32-" + size, PARLEY, PARLEY_CXF));
            groups.add(among("blob-" + size, PARLEY, BLOCKING, PARLEY_CXF));
        }
        groups.add(among("f64-4MB", PARLEY, PARLEY_CXF));
        groups.add(among("str-1000", PARLEY, GRPC, PARLEY_CXF));
        groups.add(among("str-100k", PARLEY, GRPC, PARLEY_CXF));
        groups.add(among("rec-simple", PARLEY, GRPC, PARLEY_CXF, CXF));
        groups.add(among("rec-complex", PARLEY, GRPC, PARLEY_CXF, CXF, CXF_FI));
        groups.add(new Group(Suite.ECHO, "void", 8, List.of(PARLEY, GRPC, PARLEY_CXF)));
        groups.add(new Group(Suite.MEMORY, "f64-22MB", 1, List.of(PARLEY, GRPC, PARLEY_CXF)));
        groups.add(new Group(Suite.RECEIVE, "i32-10k", 1, List.of(PARLEY, GRPC)));
        groups.add(new Group(Suite.DESERIALIZE, "f64-1000", 1, List.of(PARLEY, GRPC)));
        groups.add(new Group(Suite.SERIALIZE, "blob-1MB", 1, List.of(PARLEY, GRPC)));
        groups.add(new Group(Suite.SERIALIZE, "str-1000", 1, List.of(PARLEY, GRPC)));
        singles(groups);
        return List.copyOf(groups);
    }

    private static List<Group> full() {
        List<Group> groups = new ArrayList<>();
        for (String workload : List.of("void", "rec-simple", "rec-medium", "rec-complex", "f64-1000")) {
            groups.add(everybody(Suite.ECHO, workload));
            for (int threads : List.of(4, 8, 16, 32)) {
                groups.add(crowd(workload, threads));
            }
        }
        everybody(groups, Suite.ECHO, "f64", "10", "100", "100k", "1MB", "4MB", "11MB", "22MB");
        everybody(groups, Suite.ECHO, "list", "10", "1000", "100k", "1MB", "4MB", "11MB", "22MB");
        everybody(groups, Suite.ECHO, "i32", "10", "1000", "100k", "1MB", "4MB", "11MB", "22MB");
        everybody(groups, Suite.ECHO, "str", "10", "100", "1000", "10k", "50k", "100k");
        everybody(groups, Suite.ECHO, "blob", "10", "1000", "1MB", "4MB", "11MB", "22MB");
        for (Suite oneWay : List.of(Suite.SEND, Suite.RECEIVE)) {
            everybody(groups, oneWay, "f64", "1000", "100k");
            everybody(groups, oneWay, "i32", "100", "1000", "10k", "50k", "100k");
            everybody(groups, oneWay, "str", "1000", "100k");
        }
        for (Suite suite : List.of(Suite.SERIALIZE, Suite.DESERIALIZE)) {
            inMemory(groups, suite, "f64", "10", "100", "1000", "10k", "100k", "11MB");
            inMemory(groups, suite, "i32", "10", "1000", "100k");
            inMemory(groups, suite, "str", "10", "1000", "10k", "50k", "100k");
            inMemory(groups, suite, "blob", "10", "1000", "100k", "1MB", "11MB");
            inMemory(groups, suite, "rec", "simple", "medium", "complex");
        }
        everybody(groups, Suite.MEMORY, "f64", "1MB", "22MB");
        groups.add(everybody(Suite.MEMORY, "void"));
        groups.addAll(headers());
        groups.addAll(stores());
        singles(groups);
        groups.add(FIRST_CALLS);
        // The groups above include the cells of channels.
        for (Program program : EnumSet.complementOf(EnumSet.of(Program.CHANNELS))) {
            groups.addAll(program.full());
        }
        // Removes duplicates, since a program may contain suites that are already included.
        return List.copyOf(new LinkedHashSet<>(groups));
    }

    /**
     * Returns the groups of the plugin on each channel, of the systems that it replaces there, and of the bare
     * transports.
     */
    static List<Group> channels() {
        List<Contender> without =
                List.of(CXF, PARLEY_CXF, PARLEY_WEBSOCKET, PARLEY_HTTP, CXF_JMS, PARLEY_JMS, ARTEMIS, NETTY);
        List<Contender> all = new ArrayList<>(without);
        all.addAll(JOURNALS);
        return List.of(
                new Group(Suite.ECHO, "void", 1, secured(without)),
                among("rec-complex", PARLEY_CXF, PARLEY_WEBSOCKET),
                among("f64-1000", PARLEY_CXF, PARLEY_WEBSOCKET),
                new Group(Suite.ECHO, WITH_JOURNAL, 1, secured(all)),
                FIRST_CALLS);
    }

    /** Returns the given systems and those with TLS. */
    private static List<Contender> secured(List<Contender> systems) {
        List<Contender> with = new ArrayList<>(systems);
        with.addAll(SECURED);
        return List.copyOf(with);
    }

    /**
     * Returns the groups of context store engines, and of stores behind SOAP. PostgreSQL is included if a server is
     * named.
     */
    static List<Group> stores() {
        List<String> engines = new ArrayList<>(List.of("fsync", "memory", "sqlite", "infinispan"));
        List<String> behindSoap = new ArrayList<>(List.of("soap-memory", "soap-sqlite"));
        if (StoreServers.postgresql().isPresent()) {
            engines.add("postgresql");
            behindSoap.add("soap-postgresql");
        }
        engines.addAll(behindSoap);
        return engines.stream()
                .map(engine -> new Group(Suite.STORES, engine, 1, List.of(PARLEY)))
                .toList();
    }

    /** Returns a group for each kind of header blocks. */
    static List<Group> headers() {
        return Stream.of("wsrm-847", "addressing", "application-10")
                .map(blocks -> new Group(Suite.HEADERS, blocks, 1, List.of(PARLEY_CXF)))
                .toList();
    }

    /** Adds the suites that measure all their systems in one JVM. */
    private static void singles(List<Group> groups) {
        groups.add(new Group(Suite.PLAIN, "void", 1, List.of(PARLEY_CXF)));
        groups.add(new Group(Suite.SESSION, "paper-001", 1, List.of(PARLEY_CXF)));
    }

    private static void inMemory(List<Group> groups, Suite suite, String kind, String... sizes) {
        for (String size : sizes) {
            groups.add(new Group(suite, kind + "-" + size, 1, CODECS));
        }
    }

    private static void everybody(List<Group> groups, Suite suite, String kind, String... sizes) {
        for (String size : sizes) {
            groups.add(everybody(suite, kind + "-" + size));
        }
    }

    private static Group among(String workload, Contender... systems) {
        return new Group(Suite.ECHO, workload, 1, List.of(systems));
    }

    private static Group crowd(String workload, int threads) {
        List<Contender> systems = new ArrayList<>(FAST);
        systems.add(CXF);
        return new Group(Suite.ECHO, workload, threads, List.copyOf(systems));
    }

    /** Returns a group of all systems for which the workload is useful. */
    private static Group everybody(Suite suite, String workload) {
        List<Contender> systems = new ArrayList<>(FAST);
        if (suite == Suite.ECHO && ARRAYS.contains(Workload.of(workload).kind())) {
            systems.add(systems.indexOf(NETTY), BLOCKING);
        }
        systems.add(CXF);
        systems.add(CXF_FI);
        if (Workload.of(workload).kind() == Kind.BLOB) {
            systems.add(CXF_MTOM);
        }
        if (suite == Suite.ECHO && OVER_OTHERS.contains(workload)) {
            systems.addAll(OTHER_CHANNELS);
            if (workload.equals("void") || workload.equals(WITH_JOURNAL)) {
                systems.addAll(SECURED);
            }
            if (workload.equals(WITH_JOURNAL)) {
                systems.addAll(JOURNALS);
            }
        }
        return new Group(suite, workload, 1, List.copyOf(systems));
    }
}
