package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Tests that the compatibility page matches the suites of this module and a few of others: each row names the tests
 * that would fail in a build. {@code mvn test -pl cxf -am -Dtest=CompatibilityPageTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write} rewrites the page.
 */
class CompatibilityPageTest {
    private static final Path PAGE = Path.of("..", "docs", "compatibility.md");

    private static final String SYSTEM_TESTS = "systests";
    /** An annotation in a source file, and the method below it. */
    private static final Pattern SHOWS =
            Pattern.compile("@Shows\\(Use\\.(\\w+)\\)(?:(?! void ).)*? void (\\w+)\\(", Pattern.DOTALL);

    /** The first row of each table, with the table's title. */
    private static final Map<Use, String> TABLES = new EnumMap<>(Map.of(
            Use.WSDL_FIRST, "Ways to use CXF",
            Use.RELIABLE_MESSAGING, "WS-Security and related standards",
            Use.VERDICT_NONE, "Access control: a session permits what SOAP permits",
            Use.FINGERPRINT, "TLS on the stream",
            Use.EDITED_OFFER, "Attacks on the agreement",
            Use.REPLACED, "Upgrades and downgrades",
            Use.DRAIN, "Endpoints without CXF",
            Use.FEATURE, "Switching on",
            Use.LOGGING, "Observability"));

    @Test
    void everyRowHasATestThatRunsInThisBuild() throws Exception {
        Map<Use, Set<String>> shown = shown();
        assertThat(Use.values())
                .allSatisfy(use -> assertThat(shown).as("tests of %s", use).containsKey(use));
    }

    @Test
    void thePageSaysWhatTheSuitesShow() throws Exception {
        StringBuilder rows = new StringBuilder();
        shown().forEach((use, tests) -> {
            if (TABLES.containsKey(use)) {
                rows.append("\n## ").append(TABLES.get(use));
                rows.append("\n\n| what | travels | | shown by |\n|---|---|---|---|\n");
            }
            rows.append("| " + use.feature + " | " + use.way.text + " | " + use.remark + " | "
                    + String.join("<br>", tests) + " |\n");
        });
        check(rows.append('\n').toString());
    }

    private static void check(String wanted) throws IOException {
        String text = Files.readString(PAGE);
        String begin = "<!-- generated -->\n";
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf("<!-- end of generated -->");
        assertThat(to).as("the page has its markers").isGreaterThanOrEqualTo(from);
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(PAGE, text.substring(0, from) + wanted + text.substring(to));
        } else {
            assertThat(text.substring(from, to))
                    .as("%s; rewrite it with -Dparley.pages=write", PAGE)
                    .isEqualTo(wanted);
        }
    }

    private static Map<Use, Set<String>> shown() throws IOException, URISyntaxException, ClassNotFoundException {
        Map<Use, Set<String>> shown = new EnumMap<>(Use.class);
        for (Class<?> suite : suites()) {
            for (Method test : suite.getDeclaredMethods()) {
                for (Shows shows : test.getAnnotationsByType(Shows.class)) {
                    assertThat(runs(test)).as("%s is a test that runs", test).isTrue();
                    shown.computeIfAbsent(shows.value(), use -> new TreeSet<>())
                            .add("`" + suite.getSimpleName() + "." + test.getName() + "`");
                }
            }
        }
        for (Map.Entry<Use, String> test : ofSystemTests()) {
            shown.computeIfAbsent(test.getKey(), use -> new TreeSet<>()).add(ofModule(test.getValue()));
        }
        for (Use use : Use.values()) {
            for (String test : use.elsewhere) {
                shown.computeIfAbsent(use, each -> new TreeSet<>()).add(ofModule(test));
            }
        }
        return shown;
    }

    /**
     * Returns the annotated tests of the system tests, which are compiled after this module, in the form of {@link
     * Use#elsewhere}.
     */
    private static List<Map.Entry<Use, String>> ofSystemTests() throws IOException {
        List<Map.Entry<Use, String>> tests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", SYSTEM_TESTS, "src/test/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
                String suite = file.getFileName().toString().replace(".java", "");
                Matcher shows = SHOWS.matcher(Files.readString(file));
                while (shows.find()) {
                    tests.add(
                            Map.entry(Use.valueOf(shows.group(1)), SYSTEM_TESTS + ' ' + suite + '.' + shows.group(2)));
                }
            }
        }
        assertThat(tests).as("annotated system tests").isNotEmpty();
        return tests;
    }

    /** Returns the entry of a test for the page, if that module's sources contain the test. */
    private static String ofModule(String test) throws IOException {
        String module = test.substring(0, test.indexOf(' '));
        String suite = test.substring(test.indexOf(' ') + 1, test.indexOf('.'));
        String method = test.substring(test.indexOf('.') + 1);
        Path sources = Path.of("..").resolve(module).resolve("src/test/java");
        try (Stream<Path> files = Files.walk(sources)) {
            List<Path> found =
                    files.filter(each -> each.endsWith(suite + ".java")).toList();
            assertThat(found).as("%s in %s", suite, sources).isNotEmpty();
            assertThat(found)
                    .as("%s runs", test)
                    .anySatisfy(each -> assertThat(aboveMethod(Files.readString(each), method))
                            .containsAnyOf("@Test\n", "@ParameterizedTest")
                            .doesNotContain("@Disabled\n", "@Disabled("));
        }
        return "`" + suite + "." + method + "` of `" + module + "`";
    }

    /**
     * Returns the text between a method and the previous one, including its annotations; empty if there is no such
     * method.
     */
    private static String aboveMethod(String source, String method) {
        int at = source.indexOf(" void " + method + "(");
        return at < 0 ? "" : source.substring(Math.max(0, source.lastIndexOf(" void ", at - 1)), at);
    }

    private static boolean runs(Method test) {
        boolean isTest = test.isAnnotationPresent(Test.class)
                || test.isAnnotationPresent(ParameterizedTest.class)
                || test.isAnnotationPresent(TestFactory.class);
        return isTest
                && !test.isAnnotationPresent(Disabled.class)
                && !test.getDeclaringClass().isAnnotationPresent(Disabled.class);
    }

    /** Returns the test classes of this module whose names surefire runs. */
    private static List<Class<?>> suites() throws IOException, URISyntaxException, ClassNotFoundException {
        Path root = Path.of(CompatibilityPageTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> suites = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith("Test.class")).toList()) {
                String name = root.relativize(file).toString();
                suites.add(Class.forName(
                        name.substring(0, name.length() - ".class".length())
                                .replace('/', '.')
                                .replace('\\', '.'),
                        false,
                        CompatibilityPageTest.class.getClassLoader()));
            }
        }
        return suites;
    }
}
