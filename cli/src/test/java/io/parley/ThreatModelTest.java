package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the tests named in the threat model exist and run. */
class ThreatModelTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\|.*");
    /** The name of a test class, optionally with a method. */
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+(?:Test|Contract))(?:\\.(\\w+))?`");
    /** Threats without a test: reflection by datagrams, which refers to another row, and dependencies and the build. */
    private static final List<Integer> WITHOUT_TEST = List.of(27, 28);

    private static List<String> page;
    private static Map<String, List<String>> sources;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readAllLines(ROOT.resolve("docs/threat-model.md"));
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> suites = files.filter(file -> file.toString().matches(".*/src/.*(Test|Contract)\\.java"))
                    .toList();
            sources = suites.stream()
                    .collect(Collectors.groupingBy(
                            ThreatModelTest::className,
                            Collectors.mapping(ThreatModelTest::text, Collectors.toList())));
        }
    }

    @Test
    void everyThreatHasItsNumberAndATestThatShowsItsDefence() {
        List<String> rows =
                page.stream().filter(line -> ROW.matcher(line).matches()).toList();

        assertThat(rows)
                .extracting(ThreatModelTest::number)
                .hasSizeGreaterThanOrEqualTo(28)
                .isEqualTo(IntStream.rangeClosed(1, rows.size()).boxed().toList());
        assertThat(rows)
                .filteredOn(row -> !WITHOUT_TEST.contains(number(row)))
                .allSatisfy(row -> assertThat(NAMED.matcher(row).find()).as(row).isTrue());
    }

    @Test
    void everyTestThatIsNamedIsThereAndRuns() {
        List<MatchResult> named =
                page.stream().flatMap(line -> NAMED.matcher(line).results()).toList();

        assertThat(named).hasSizeGreaterThan(80).allSatisfy(test -> {
            List<String> found = sources.getOrDefault(test.group(1), List.of());
            assertThat(found).as("sources of %s", test.group(1)).isNotEmpty();
            if (test.group(2) != null) {
                assertThat(found)
                        .as("%s is a test that runs", test.group())
                        .anySatisfy(source -> assertThat(annotations(source, test.group(2)))
                                .containsAnyOf("@Test\n", "@ParameterizedTest", "@TestFactory")
                                .doesNotContain("@Disabled\n", "@Disabled("));
            }
        });
    }

    private static int number(String row) {
        return Integer.parseInt(row.substring(2, row.indexOf(' ', 2)));
    }

    /**
     * Returns the source above a method, down from the end of the previous member; empty if the method does not exist.
     */
    private static String annotations(String source, String method) {
        var declared = Pattern.compile("[\\w>] " + method + "\\(").matcher(source);
        if (!declared.find()) {
            return "";
        }
        return source.substring(Math.max(0, source.lastIndexOf("    }\n", declared.start())), declared.start());
    }

    private static String className(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.length() - ".java".length());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
