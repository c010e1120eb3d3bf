package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the page of the types that users need: those imported by the guide's examples, the public ones of {@code
 * io.parley.cxf}, their public supertypes, and the parameter and return types of their public methods. {@code mvn test
 * -pl cli -am -Dtest=ApiPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dparley.pages=write} rewrites it.
 */
class ApiPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/guide/api.md");
    private static final Path EXAMPLES = ROOT.resolve("examples/src/test/java/io/parley/examples/guide");
    private static final Path PLUGIN = ROOT.resolve("cxf/src/main/java/io/parley/cxf");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (io\\.parley\\.(?!examples|testkit)[a-z.0-9]+\\.[A-Z]\\w*);");

    @Test
    void thePageHasEveryTypeThatUsersTouchAndNoOther() throws Exception {
        Set<Class<?>> used = new TreeSet<>((one, other) -> one.getName().compareTo(other.getName()));
        for (Path example : files(EXAMPLES)) {
            Matcher imports = IMPORT.matcher(Files.readString(example));
            while (imports.find()) {
                used.add(Class.forName(imports.group(1)));
            }
        }
        for (Path file : files(PLUGIN)) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!name.equals("package-info")) {
                used.add(Class.forName("io.parley.cxf." + name, false, ApiPageTest.class.getClassLoader()));
            }
        }
        used.removeIf(type -> !Modifier.isPublic(type.getModifiers()));
        new ArrayList<>(used).forEach(type -> used.addAll(inherited(type)));
        new ArrayList<>(used).forEach(type -> used.addAll(named(type)));

        String page = page(used);
        if ("write".equals(System.getProperty("parley.pages"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    private static String page(Set<Class<?>> used) throws IOException {
        Map<String, Path> sources = sources();
        StringBuilder page = new StringBuilder("""
                # What users touch

                Written by `ApiPageTest`: the types that the examples of this guide use, those of `io.parley.cxf`, their supertypes, and the types that their methods take and return.
                From the first release on these change by deprecation. Everything else is public for other rooms of the library alone, and may change at
                any time.
                """);
        Map<String, List<Class<?>>> packages =
                used.stream().collect(Collectors.groupingBy(Class::getPackageName, TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<Class<?>>> each : packages.entrySet()) {
            page.append("\n## ").append(each.getKey()).append("\n\n| type | |\n|---|---|\n");
            for (Class<?> type : each.getValue()) {
                Path source = sources.get(type.getName());
                assertThat(source).as(type.getName()).isNotNull();
                page.append("| `")
                        .append(type.getSimpleName())
                        .append("` | ")
                        .append(sentence(type.getSimpleName(), Files.readString(source)))
                        .append(" |\n");
            }
        }
        return page.toString();
    }

    /** Returns the public types of Parley that the type and its public member classes extend or implement. */
    private static Set<Class<?>> inherited(Class<?> type) {
        return Stream.concat(Stream.of(type), Arrays.stream(type.getClasses()))
                .flatMap(each ->
                        Stream.concat(Stream.ofNullable(each.getSuperclass()), Arrays.stream(each.getInterfaces())))
                .filter(each -> each.getName().startsWith("io.parley.") && Modifier.isPublic(each.getModifiers()))
                .map(ApiPageTest::outermost)
                .collect(Collectors.toSet());
    }

    /** Returns Parley's parameter and return types of the type's public methods, as outermost types. */
    private static Set<Class<?>> named(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .flatMap(ApiPageTest::types)
                .filter(each -> each.getName().startsWith("io.parley.") && Modifier.isPublic(each.getModifiers()))
                .map(ApiPageTest::outermost)
                .collect(Collectors.toSet());
    }

    private static Stream<Class<?>> types(Method method) {
        return Stream.concat(Stream.of(method.getReturnType()), Arrays.stream(method.getParameterTypes()));
    }

    private static Class<?> outermost(Class<?> type) {
        return type.getEnclosingClass() == null ? type : outermost(type.getEnclosingClass());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the sources of all modules by class name. */
    private static Map<String, Path> sources() throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path root = module.resolve("src/main/java");
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(file -> sources.put(
                                        root.relativize(file)
                                                .toString()
                                                .replace(".java", "")
                                                .replace('/', '.')
                                                .replace('\\', '.'),
                                        file));
                    }
                }
            }
        }
        return sources;
    }

    /** Returns the first sentence of a type's Javadoc as text. */
    private static String sentence(String type, String source) {
        Matcher javadoc = Pattern.compile(
                        "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\S+(?:\\([^)]*\\))?(?: //[^\\n]*)?\\s*)*public [a-z@ -]*\\b"
                                + type + "\\b",
                        Pattern.DOTALL)
                .matcher(source);
        assertThat(javadoc.find()).as("%s has Javadoc", type).isTrue();
        String text = javadoc.group(1)
                .replaceAll("\\n\\s*\\*", " ")
                .replaceAll("\\{@(?:link|code|value) #?([^}]*)}", "`$1`")
                .replaceAll("\\s+", " ")
                .strip();
        return text.replaceFirst("(?<=[.:])(?: (?=[A-Z<@{]).*| @param.*)$", "").replace("|", "\\|");
    }
}
