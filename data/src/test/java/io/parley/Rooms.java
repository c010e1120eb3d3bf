package io.parley;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rooms of Parley and the imports that are allowed between them: the table of docs/architecture.md as a value.
 *
 * <p>A room is named by its package below the root package and includes the packages below it, except for the root,
 * which is only itself, and {@code representation}, whose every child is a room of its own. A change here needs a
 * record in docs/adr.
 */
final class Rooms {

    /** The root package: the terms that every room shares. */
    static final String WORDS = "";

    private static final String ANY_REPRESENTATION = "representation.*";
    private static final Set<String> ANYTHING = Set.of("*");

    private static final Map<String, Set<String>> CORE = core();
    private static final Map<String, Set<String>> TABLE = table();

    private final String root;

    /** @param root the package that contains the rooms: {@code io.parley}, or that of deliberately wrong classes */
    Rooms(String root) {
        this.root = root;
    }

    private static Map<String, Set<String>> core() {
        var rooms = new LinkedHashMap<String, Set<String>>();
        rooms.put(WORDS, Set.of());
        rooms.put("schema", Set.of());
        rooms.put("layout", Set.of("schema"));
        rooms.put("binding", Set.of("schema", "layout"));
        rooms.put("representation", Set.of("schema", "layout", "binding"));
        rooms.put(ANY_REPRESENTATION, Set.of("schema", "layout", "binding", "representation"));
        rooms.put("compression", Set.of("representation"));
        rooms.put("soap", Set.of("schema", "representation"));
        rooms.put("negotiation", Set.of("representation"));
        rooms.put("frame", Set.of("negotiation"));
        rooms.put("channel", Set.of());
        rooms.put("context", Set.of());
        rooms.put("session", Set.of("frame", "negotiation"));
        rooms.put("journal", Set.of("context", "frame", "session"));
        var allButTheRepresentations = new TreeSet<>(rooms.keySet());
        allButTheRepresentations.remove(ANY_REPRESENTATION);
        rooms.put("runtime", allButTheRepresentations);
        rooms.put("delta", Set.of("compression", "representation"));
        rooms.put("recording", Set.of("schema", "layout", "binding", "representation", "soap", "context"));
        rooms.put("peer", Set.of("runtime", "negotiation", "soap"));
        rooms.put(
                "endpoint",
                Set.of(
                        "runtime",
                        "peer",
                        "channel",
                        "context",
                        "negotiation",
                        "soap",
                        "schema",
                        "layout",
                        "binding",
                        "representation"));
        return rooms;
    }

    private static Map<String, Set<String>> table() {
        var rooms = new LinkedHashMap<>(CORE);
        rooms.put("console", Set.of());
        rooms.put("conformance", Set.of("schema"));
        rooms.put("codecs", Set.of("schema", "layout", "binding", "representation", "compression"));
        rooms.put("store", Set.of("context", "schema"));
        rooms.put("transport.jms", Set.of("channel", "context", "runtime", "peer", "endpoint", "negotiation", "soap"));
        rooms.put("transport.quic", Set.of("channel", "transport.stream"));
        rooms.put("transport.stream", Set.of("channel", "context", "runtime", "endpoint", "negotiation", "soap"));
        rooms.put(
                "transport.http.program", Set.of("channel", "runtime", "endpoint", "transport.http", "transport.jms"));
        rooms.put(
                "transport.http",
                Set.of(
                        "channel",
                        "context",
                        "runtime",
                        "peer",
                        "endpoint",
                        "negotiation",
                        "soap",
                        "transport.stream",
                        "console"));
        rooms.put("cxf.jms", with(CORE.keySet(), "cxf", "transport.jms"));
        rooms.put("cxf", with(CORE.keySet(), "transport.stream"));
        rooms.put("spring", Set.of("cxf", "channel", "console", "negotiation", "runtime"));
        rooms.put("testkit.history", Set.of());
        for (String free : List.of("examples", "testkit", "cli", "bench")) {
            rooms.put(free, ANYTHING);
        }
        return rooms;
    }

    private static Set<String> with(Set<String> rooms, String... more) {
        var all = new TreeSet<>(rooms);
        all.addAll(List.of(more));
        return all;
    }

    String root() {
        return root;
    }

    /** Returns whether the package is the root or below it. */
    boolean holds(String packageName) {
        return packageName.equals(root) || packageName.startsWith(root + ".");
    }

    /** Returns the room of a package; empty if the table has no room for it. */
    Optional<String> roomOf(String packageName) {
        if (packageName.equals(root)) {
            return Optional.of(WORDS);
        }
        String path = packageName.substring(root.length() + 1);
        if (path.startsWith("representation.")) {
            return Optional.of(Stream.of(path.split("\\.", -1)).limit(2).collect(Collectors.joining(".")));
        }
        return TABLE.keySet().stream()
                .filter(room -> !room.equals(WORDS))
                .filter(room -> path.equals(room) || path.startsWith(room + "."))
                .findFirst();
    }

    /** Returns whether a class in one room may refer to a class in another. */
    boolean mayImport(String from, String to) {
        if (from.equals(to) || to.equals(WORDS)) {
            return true;
        }
        Set<String> allowed = TABLE.get(row(from));
        return allowed.equals(ANYTHING) || allowed.contains(row(to));
    }

    /** Returns whether the room belongs to the library's core, which may use few other libraries. */
    boolean isCore(String room) {
        return CORE.containsKey(row(room));
    }

    /** Returns the packages of the given rooms in ArchUnit's notation. */
    String[] packagesOf(Set<String> rooms) {
        var packages = new ArrayList<String>();
        for (String room : rooms) {
            packages.add(root + "." + room + "..");
        }
        return packages.toArray(String[]::new);
    }

    private static String row(String room) {
        return room.startsWith("representation.") ? ANY_REPRESENTATION : room;
    }
}
