package io.parley.store.infinispan;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Address of a node, with the list of all nodes.
 *
 * @param directory the node's own directory, with all of its data
 * @param node host and port that it listens on; empty for a single node
 * @param nodes all nodes, including this one
 * @param cluster name of the cluster
 * @param startup time that opening waits for a majority of the nodes
 * @param detection silence after which a node is considered lost
 * @param stack file with another JGroups stack; empty for the default
 */
record NodeAddress(
        Path directory,
        String node,
        List<String> nodes,
        String cluster,
        Duration startup,
        Duration detection,
        String stack) {
    private static final Set<String> SETTING_NAMES =
            Set.of("node", "nodes", "cluster", "startup-seconds", "detection-millis", "stack");
    /** Hosts and addresses with ports; nothing else is inserted into the configuration of JGroups. */
    private static final Pattern PLACE = Pattern.compile("([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+]):[0-9]{1,5}");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    static NodeAddress parse(String place) {
        int mark = place.indexOf('?');
        Map<String, String> given = settings(mark < 0 ? "" : place.substring(mark + 1));
        String node = given.getOrDefault("node", "");
        List<String> nodes =
                given.containsKey("nodes") ? List.of(given.get("nodes").split(",", -1)) : List.of();
        boolean isAlone = node.isEmpty() && nodes.isEmpty();
        if (!isAlone && !(nodes.contains(node) && Set.copyOf(nodes).size() == nodes.size())) {
            throw refused("nodes=host:port,host:port and so on with all nodes once, and node= the one of them that"
                    + " this is");
        }
        if (!nodes.stream().allMatch(each -> PLACE.matcher(each).matches())) {
            throw refused("hosts and ports in nodes, as in 10.0.0.1:7800");
        }
        String cluster = given.getOrDefault("cluster", "parley");
        if (!NAME.matcher(cluster).matches()) {
            throw refused("cluster= a name of letters, digits, points and hyphens");
        }
        return new NodeAddress(
                directory(mark < 0 ? place : place.substring(0, mark)),
                node,
                nodes,
                cluster,
                Durations.ofSeconds(number(given, "startup-seconds", 60)),
                Durations.ofMillis(number(given, "detection-millis", 4_000)),
                given.getOrDefault("stack", ""));
    }

    private static Map<String, String> settings(String text) {
        Map<String, String> settings = new TreeMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split("&", -1)) {
            int equals = each.indexOf('=');
            String name = equals < 0 ? each : each.substring(0, equals);
            if (equals < 0 || !SETTING_NAMES.contains(name) || settings.put(name, each.substring(equals + 1)) != null) {
                throw refused("settings out of " + new TreeSet<>(SETTING_NAMES) + ", each once");
            }
        }
        return settings;
    }

    private static long number(Map<String, String> given, String name, long defaultValue) {
        String text = given.getOrDefault(name, String.valueOf(defaultValue));
        if (!text.matches("[0-9]{1,9}") || Long.parseLong(text) == 0) {
            throw refused(name + "= a whole number above 0");
        }
        return Long.parseLong(text);
    }

    private static Path directory(String text) {
        try {
            if (!text.isEmpty()) {
                return Path.of(text).toAbsolutePath().normalize();
            }
        } catch (InvalidPathException e) {
            throw refused("a directory after infinispan:");
        }
        throw refused("a directory after infinispan:");
    }

    private static ParleyException refused(String expected) {
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "infinispan context store: expected " + expected + ", found another address");
    }

    boolean isAlone() {
        return nodes.size() < 2;
    }

    /** Returns the number of nodes that form a majority. */
    int majority() {
        return nodes.size() / 2 + 1;
    }

    String host() {
        String host = node.substring(0, node.lastIndexOf(':'));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return Integer.parseInt(node.substring(node.lastIndexOf(':') + 1));
    }

    @Override
    public String toString() {
        return "infinispan " + (isAlone() ? directory.toString() : node);
    }
}
