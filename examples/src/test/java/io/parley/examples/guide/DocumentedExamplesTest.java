package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every block of Java in README and guide occurs literally, except for indentation, in the test named by its
 * marker: each run of lines between empty ones as a whole, in the same order; and that each page says in which packages
 * the types of its examples are.
 */
class DocumentedExamplesTest {
    private static final Path HOME = Path.of("..");
    private static final Path SOURCES = Path.of("src/test/java/io/parley/examples/guide");
    private static final String MARKER = "<!-- example: ";
    private static final String FENCE = "```";
    private static final String PACKAGES = "<!-- packages -->";
    private static final String END = "<!-- end of packages -->";

    /** An import of a type of Parley that is not one of the examples themselves. */
    private static final Pattern IMPORT =
            Pattern.compile("import (io\\.parley(?!\\.examples|\\.testkit)[a-z.0-9]*)\\.([A-Z]\\w*);");

    record Block(Path page, int line, String source, List<String> lines) {
        boolean names(String type) {
            Pattern word = Pattern.compile("\\b" + type + "\\b");
            return lines.stream().anyMatch(each -> word.matcher(each).find());
        }

        @Override
        public String toString() {
            return page + ":" + line;
        }
    }

    static Stream<Block> blocks() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(HOME.resolve("README.md")));
        try (Stream<Path> guide = Files.list(HOME.resolve("docs/guide"))) {
            guide.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<Block> blocks = new ArrayList<>();
        for (Path page : pages) {
            blocks.addAll(blocks(page));
        }
        return blocks.stream();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void whatStandsInTheDocumentationIsCompiledAndRun(Block block) throws IOException {
        assertThat(block.source())
                .as("%s has a marker: %sNAME -->", block, MARKER)
                .isNotEmpty();
        String source = joined(Files.readAllLines(SOURCES.resolve(block.source() + ".java")));

        int at = 0;
        for (String run : joined(block.lines()).split("\n\n+", -1)) {
            int found = source.indexOf(run.strip(), at);
            assertThat(found).as("%s in %s:%n%s", block, block.source(), run).isNotNegative();
            at = found + run.strip().length();
        }
    }

    static Stream<Path> pages() throws IOException {
        return blocks().map(Block::page).distinct();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachPageNamesThePackagesOfItsExamples(Path page) throws IOException {
        String packages = packages(blocks(page));
        if (packages.isEmpty()) {
            return;
        }
        String text = Files.readString(page);
        assertThat(text).as("%s has the markers %s and %s", page, PACKAGES, END).contains(PACKAGES, END);
        int from = text.indexOf(PACKAGES) + PACKAGES.length();
        String written = text.substring(0, from) + "\n" + packages + "\n" + text.substring(text.indexOf(END, from));
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(page, written);
        }

        assertThat(Files.readString(page))
                .as("%s; -Dparley.pages=write rewrites it", page)
                .isEqualTo(written);
    }

    /** Returns a sentence with Parley's types in the blocks, by package, as the tests import them. */
    private static String packages(List<Block> blocks) throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (Block block : blocks) {
            Path source = SOURCES.resolve(block.source() + ".java");
            for (String line : Files.exists(source) ? Files.readAllLines(source) : List.<String>of()) {
                Matcher imported = IMPORT.matcher(line);
                if (imported.matches() && block.names(imported.group(2))) {
                    packages.computeIfAbsent(imported.group(1), name -> new TreeSet<>())
                            .add("`" + imported.group(2) + "`");
                }
            }
        }
        return packages.isEmpty()
                ? ""
                : packages.entrySet().stream()
                        .map(each -> "`" + each.getKey() + "`: " + String.join(", ", each.getValue()))
                        .collect(Collectors.joining("; ", "Packages of the types in the examples: ", "."));
    }

    private static List<Block> blocks(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        String marker = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(FENCE + "java")) {
                int end = i + 1;
                while (!lines.get(end).strip().equals(FENCE)) {
                    end++;
                }
                blocks.add(new Block(page, i + 1, marker, lines.subList(i + 1, end)));
                i = end;
            }
            marker = line.startsWith(MARKER)
                    ? line.substring(MARKER.length(), line.indexOf(" -->")).strip()
                    : "";
        }
        return blocks;
    }

    private static String joined(List<String> lines) {
        return lines.stream().map(String::strip).collect(Collectors.joining("\n"));
    }
}
