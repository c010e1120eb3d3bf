package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.document.Documents;
import io.parley.bench.retail.Lines;
import io.parley.bench.transaction.Lane;
import io.parley.bench.transaction.Transactions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Named sets of suites that are run together and have a page of their own. */
public enum Program {
    /** Forms of documents and messages (papers 000 and 004). */
    REPRESENTATIONS {
        @Override
        List<Group> quick() {
            return onSets(List.of(group(Suite.ROUNDS, Documents.WITH_LARGE)));
        }

        /**
         * Returns groups that measure each document end to end in JVMs of its own, since code compiled for some
         * documents is not optimal for others.
         */
        @Override
        List<Group> goals() {
            return onSets(Documents.names(Documents.WITH_LARGE).stream()
                    .map(document -> group(Suite.ROUNDS, document))
                    .toList());
        }

        private List<Group> onSets(List<Group> rounds) {
            List<Group> groups = new ArrayList<>();
            groups.add(group(Suite.DOCUMENTS, Documents.WITH_LARGE));
            groups.addAll(forms(Suite.READ, Documents.WITH_LARGE, LARGE_READ));
            groups.addAll(forms(Suite.WRITE, Documents.WITH_LARGE, LARGE_WRITE));
            groups.addAll(forms(Suite.TREE, Documents.WITH_LARGE, List.of("xom", "bnux0-xom")));
            groups.addAll(rounds);
            Lines.ALL.forEach(way -> groups.add(group(Suite.MESSAGES, way)));
            groups.addAll(forms(Suite.READ, Documents.QUICK, READ));
            groups.addAll(forms(Suite.WRITE, Documents.QUICK, WRITE));
            groups.addAll(
                    forms(Suite.TREE, Documents.QUICK, List.of("dom", "saxon", "bnux1-xom", "bnux9-xom", "fi0-xom")));
            groups.addAll(forms(Suite.TREE, Documents.QUICK, VERIFIED));
            groups.addAll(forms(Suite.UNTREE, Documents.QUICK, TREES));
            return groups;
        }

        @Override
        List<Group> full() {
            List<Group> groups = new ArrayList<>();
            for (String document : Documents.names()) {
                groups.add(group(Suite.DOCUMENTS, document));
                groups.addAll(forms(Suite.READ, document, LARGE_READ));
                groups.addAll(forms(Suite.READ, document, READ));
                groups.addAll(forms(Suite.WRITE, document, LARGE_WRITE));
                groups.addAll(forms(Suite.WRITE, document, WRITE));
                groups.addAll(forms(Suite.TREE, document, TREES));
                groups.addAll(forms(Suite.TREE, document, VERIFIED));
                groups.addAll(forms(Suite.UNTREE, document, TREES));
                groups.add(group(Suite.ROUNDS, document));
            }
            Lines.ALL.forEach(way -> groups.add(group(Suite.MESSAGES, way)));
            return groups;
        }
    },
    /** The payload paper: payloads of some megabytes, normal and serialized. */
    PAPER003 {
        @Override
        List<Group> quick() {
            return sizes(List.of("1.34", "4.4", "11.0", "16.8", "22.2"));
        }

        @Override
        List<Group> full() {
            return sizes(Transactions.sizes());
        }
    },
    /** A session on each channel, compared with SOAP on that channel and with the bare transport. */
    CHANNELS {
        @Override
        List<Group> quick() {
            return Group.channels();
        }

        @Override
        List<Group> full() {
            return Group.channels();
        }

        @Override
        Pace pace(Cell cell, Depth depth) {
            return Paces.steady(cell);
        }
    },
    /** The HHFR paper's context store: engines, access over SOAP, header blocks by URI, and the start of a session. */
    STORES {
        @Override
        List<Group> quick() {
            List<Group> groups = new ArrayList<>(Group.stores());
            groups.addAll(Group.headers());
            groups.add(new Group(Suite.SESSION, "paper-001", 1, List.of(Contender.PARLEY_CXF)));
            return groups;
        }

        @Override
        List<Group> full() {
            return quick();
        }
    };

    /** Forms that the goals are about, which a quick run also measures with the large document. */
    private static final List<String> LARGE_WRITE = List.of(
            "woodstox",
            "aalto",
            "xml",
            "bnux0",
            "fi0-stax",
            "fi0-sax",
            "fastinfoset",
            "exificient",
            "exi",
            "tdxml",
            "hhfr");

    private static final List<String> LARGE_READ =
            Stream.concat(LARGE_WRITE.stream(), Stream.of("tdxml-events")).toList();
    private static final List<String> WRITE = List.of("bnux1", "bnux9", "fi1-stax", "fi1-sax");
    private static final List<String> READ = List.of("bnux1", "bnux9", "fi1-stax", "fi1-sax", "xom-nnf");
    private static final List<String> TREES =
            List.of("xom", "dom", "saxon", "bnux0-xom", "bnux1-xom", "bnux9-xom", "fi0-xom");

    /**
     * Forms that differ only in verification from {@code xom}, whose texts are verified by Xerces only, and from {@code
     * bnux0-xom}, whose texts XOM verifies again.
     */
    private static final List<String> VERIFIED = List.of("xom-v", "bnux0-xom-nv");

    /** Returns the program of that name, if there is one. */
    public static Optional<Program> named(String name) {
        return Arrays.stream(values())
                .filter(program -> program.word().equals(name))
                .findFirst();
    }

    /** Returns the names of all programs, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(Program::word).collect(Collectors.joining(", "));
    }

    /** Returns the name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the groups of this program at a depth. */
    List<Group> groups(Depth depth) {
        return switch (depth) {
            case QUICK -> quick();
            case GOALS -> goals();
            case CHOSEN, FULL -> full();
        };
    }

    /** Returns how long a cell of this program is measured at a depth. */
    Pace pace(Cell cell, Depth depth) {
        return depth.pace(cell);
    }

    abstract List<Group> quick();

    List<Group> goals() {
        return quick();
    }

    abstract List<Group> full();

    private static List<Group> forms(Suite suite, String set, List<String> names) {
        return names.stream().map(name -> group(suite, name + "@" + set)).toList();
    }

    private static List<Group> sizes(List<String> megabytes) {
        return megabytes.stream()
                .flatMap(size -> Lane.all().stream()
                        .map(lane ->
                                new Group(Suite.PAPER003, lane.name() + "@" + size + "MB", 1, List.of(lane.system()))))
                .toList();
    }

    private static Group group(Suite suite, String workload) {
        return new Group(suite, workload, 1, List.of(Contender.PARLEY));
    }
}
