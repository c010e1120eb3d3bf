package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.document.Documents;
import io.parley.bench.transaction.Lane;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A workload with a number of threads, and the systems that are measured with it. */
record Group(Suite suite, String workload, int threads, List<Contender> systems) {
    private static final String POSTGRESQL = "postgresql";
    private static final Pattern CHOICE = Pattern.compile("([^{]+)\\{(.+)}");
    private static final List<String> LINES = lines();

    private static List<String> lines() {
        try (InputStream in = Group.class.getResourceAsStream("plans.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the groups of a plan in {@code plans.txt}, each once. */
    static List<Group> of(String plan) {
        List<Group> groups = new ArrayList<>();
        List<String> ofDocuments = new ArrayList<>();
        for (String line : section("[" + plan + "]")) {
            if (line.contains(" *")) {
                ofDocuments.add(line);
                continue;
            }
            addDocuments(ofDocuments, groups);
            groups.addAll(
                    line.startsWith("include ")
                            ? of(line.substring("include ".length()))
                            : read(line).toList());
        }
        addDocuments(ofDocuments, groups);
        return groups.stream().distinct().toList();
    }

    /** Adds the groups of consecutive lines about each document: all of one document, then those of the next. */
    private static void addDocuments(List<String> lines, List<Group> groups) {
        if (!lines.isEmpty()) {
            for (String document : Documents.names()) {
                lines.forEach(
                        line -> groups.addAll(read(line.replace("*", document)).toList()));
            }
            lines.clear();
        }
    }

    /** Returns the lines below the heading. */
    private static List<String> section(String heading) {
        int begin = LINES.indexOf(heading);
        if (begin < 0) {
            throw new IllegalArgumentException("no plan is called " + heading);
        }
        return LINES.stream()
                .skip(begin + 1)
                .takeWhile(line -> !line.startsWith("["))
                .toList();
    }

    private static Stream<Group> read(String line) {
        String[] sides = line.split(" : ", 2);
        List<String> words = List.of(sides[0].split(" "));
        Suite suite = Suite.of(words.get(0));
        List<String> names = sides.length == 1 ? List.of(Contender.PARLEY.word()) : names(sides[1]);
        List<Integer> threads = words.stream()
                .filter(word -> word.matches("x[0-9,]+"))
                .flatMap(word -> Stream.of(word.substring(1).split(",")))
                .map(Integer::valueOf)
                .toList();
        return words.stream()
                .skip(1)
                .filter(word -> !word.matches("x[0-9,]+"))
                .flatMap(Group::workloads)
                .flatMap(workload -> suite == Suite.TURNS
                        ? Stream.of(of(suite, String.join(Suite.AND, names) + Suite.AT + workload, Contender.PARLEY))
                        : suite.isOfForms()
                                ? names.stream().map(form -> of(suite, form + Suite.AT + workload, Contender.PARLEY))
                                : suite == Suite.PAPER003
                                        ? Lane.all().stream()
                                                .map(lane -> of(
                                                        suite, lane.name() + Suite.AT + workload + "MB", lane.system()))
                                        : (threads.isEmpty() ? List.of(1) : threads)
                                                .stream()
                                                        .map(count ->
                                                                new Group(suite, workload, count, systems(names))));
    }

    private static Group of(Suite suite, String workload, Contender system) {
        return new Group(suite, workload, 1, List.of(system));
    }

    private static List<Contender> systems(List<String> names) {
        return names.stream().map(Contender::of).toList();
    }

    /** Returns names, and those of sets. */
    private static List<String> names(String text) {
        return Stream.of(text.split(" "))
                .flatMap(name -> name.startsWith("@") ? names(set(name)).stream() : Stream.of(name))
                .toList();
    }

    private static String set(String name) {
        return LINES.stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no set is called " + name));
    }

    /** Returns the workloads of a word: one, several of a kind, each document of a set, or none without its server. */
    private static Stream<String> workloads(String word) {
        Matcher choice = CHOICE.matcher(word);
        if (choice.matches()) {
            return Stream.of(choice.group(2).split(",")).map(each -> choice.group(1) + each);
        }
        if (word.startsWith("{")) {
            return Documents.names(word.substring(1, word.length() - 1)).stream();
        }
        return word.endsWith(POSTGRESQL) && StoreServers.postgresql().isEmpty() ? Stream.of() : Stream.of(word);
    }

    /** Returns a cell for each system. */
    List<Cell> cells() {
        return systems.stream()
                .map(system -> new Cell(suite, system, workload, threads))
                .toList();
    }
}
