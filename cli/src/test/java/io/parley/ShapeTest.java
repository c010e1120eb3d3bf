package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the shape of the code: knots of classes in packages, parameters of constructors, and lengths of files. A file
 * lists the values that exceed a limit; they must not grow. {@code -Dparley.shape=write} lowers the listed values to
 * the current ones, and raises none.
 */
class ShapeTest {
    private static final int MOST_OF_KNOT = 4;
    private static final int MOST_PARAMETERS = 6;
    private static final int MOST_LINES = 500;
    private static final int MOST_OF_LINE = 120;
    private static final Pattern COMMENT = Pattern.compile("\\s*(\\*|//|/\\*\\*) ");
    private static final Path ROOT = Path.of("..");
    private static final Path LIST = Path.of("src/test/resources/io/parley/shape.txt");

    @Test
    void noKnotOfAPackageGrows() throws IOException {
        Map<String, Set<String>> knots = Knots.largest(OwnClasses.all());
        assertThat(knots).isNotEmpty();
        check(
                "knot",
                MOST_OF_KNOT,
                knots.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, knot -> knot.getValue().size())));
    }

    @Test
    void noConstructorTakesMoreParameters() throws IOException {
        check("constructor", MOST_PARAMETERS, parameters(OwnClasses.all()));
    }

    @Test
    void noFileIsLonger() throws IOException {
        check("file", MOST_LINES, lines());
    }

    /** Code is formatted by the build, but comments are not. */
    @Test
    void noLineOfACommentIsTooLong() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path sources : sources()) {
            for (Path file : javaFiles(sources)) {
                Files.readAllLines(file).stream()
                        .filter(line -> line.length() > MOST_OF_LINE
                                && COMMENT.matcher(line).lookingAt())
                        .forEach(line -> found.add(file + ": " + line.strip()));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void aKnotOfThreeIsFound() {
        Map<String, Set<String>> knots = Knots.largest(new ClassFileImporter().importPackages("io.parley.wrong.knot"));
        assertThat(knots).containsOnlyKeys("io.parley.wrong.knot");
        assertThat(knots.get("io.parley.wrong.knot")).containsExactly("First", "Second", "Third");
    }

    /** Returns the largest number of constructor parameters in the source of each class. */
    private static Map<String, Integer> parameters(JavaClasses classes) {
        Map<String, Integer> most = new TreeMap<>();
        for (JavaClass type : classes) {
            if (!type.isAnonymousClass() && !type.isLocalClass()) {
                type.getConstructors().forEach(made -> most.merge(type.getName(), parameters(type, made), Math::max));
            }
        }
        return most;
    }

    private static int parameters(JavaClass type, JavaConstructor made) {
        int all = made.getRawParameterTypes().size();
        if (made.getModifiers().contains(JavaModifier.SYNTHETIC)) {
            return 0;
        }
        if (type.isEnum()) {
            return all - 2;
        }
        return type.isInnerClass() ? all - 1 : all;
    }

    private static Map<String, Integer> lines() throws IOException {
        Map<String, Integer> lengths = new TreeMap<>();
        for (Path sources : sources()) {
            lengths.putAll(linesOf(sources, ROOT.relativize(sources).getName(0) + ": "));
        }
        assertThat(lengths).hasSizeGreaterThan(100);
        return lengths;
    }

    /** Returns the folders with the sources of the modules, without their tests. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(path -> path.toString().endsWith(".java")).toList();
        }
    }

    private static Map<String, Integer> linesOf(Path sources, String module) throws IOException {
        Map<String, Integer> lengths = new TreeMap<>();
        for (Path file : javaFiles(sources)) {
            String name = sources.relativize(file).toString().replace('\\', '/');
            lengths.put(module + name, Files.readAllLines(file).size());
        }
        return lengths;
    }

    private static void check(String kind, int most, Map<String, Integer> found) throws IOException {
        Map<String, Integer> listed = listed(kind);
        Map<String, Integer> exceeding = new TreeMap<>(found);
        exceeding.values().removeIf(number -> number <= most);
        if ("write".equals(System.getProperty("parley.shape"))) {
            write(kind, listed, exceeding);
            return;
        }
        List<String> grown = new ArrayList<>();
        exceeding.forEach((name, number) -> {
            int allowed = listed.getOrDefault(name, most);
            if (number > allowed) {
                grown.add(kind + " " + name + ": expected at most " + allowed + ", found " + number);
            }
        });
        assertThat(grown).isEmpty();
    }

    private static Map<String, Integer> listed(String kind) throws IOException {
        Map<String, Integer> listed = new TreeMap<>();
        for (String line : Files.readAllLines(LIST)) {
            if (line.startsWith(kind + " ")) {
                int number = line.lastIndexOf(' ');
                listed.put(line.substring(kind.length() + 1, number), Integer.valueOf(line.substring(number + 1)));
            }
        }
        return listed;
    }

    /** Writes the list. A kind of which nothing is listed yet is listed completely. */
    private static void write(String kind, Map<String, Integer> listed, Map<String, Integer> exceeding)
            throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(LIST));
        lines.removeIf(line -> line.startsWith(kind + " "));
        exceeding.forEach((name, number) -> {
            int kept = Math.min(number, listed.getOrDefault(name, listed.isEmpty() ? number : 0));
            if (kept > 0) {
                lines.add(kind + " " + name + " " + kept);
            }
        });
        Files.write(LIST, lines);
    }
}
