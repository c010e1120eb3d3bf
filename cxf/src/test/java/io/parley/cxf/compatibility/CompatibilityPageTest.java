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
import java.util.stream.Stream;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The page of compatibility is what the suites of this module show: each row names the tests that a failing build would
 * name. {@code mvn test -pl cxf -am -Dtest=CompatibilityPageTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dparley.pages=write} rewrites it.
 */
class CompatibilityPageTest {
    private static final Path PAGE = Path.of("..", "docs", "compatibility.md");

    @Test
    void everyRowHasATestThatRunsInThisBuild() throws Exception {
        Map<Use, Set<String>> shown = shown();
        assertThat(Use.values())
                .allSatisfy(use -> assertThat(shown).as("tests of %s", use).containsKey(use));
    }

    @Test
    void thePageSaysWhatTheSuitesShow() throws Exception {
        StringBuilder rows = new StringBuilder("\n| use of CXF | travels | | shown by |\n|---|---|---|---|\n");
        shown().forEach((use, tests) -> rows.append("| " + use.feature + " | " + use.way.text + " | " + use.remark
                + " | " + String.join("<br>", tests) + " |\n"));
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
        return shown;
    }

    private static boolean runs(Method test) {
        boolean isTest = test.isAnnotationPresent(Test.class)
                || test.isAnnotationPresent(ParameterizedTest.class)
                || test.isAnnotationPresent(TestFactory.class);
        return isTest
                && !test.isAnnotationPresent(Disabled.class)
                && !test.getDeclaringClass().isAnnotationPresent(Disabled.class);
    }

    /** The test classes of this module by the name that surefire runs. */
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
