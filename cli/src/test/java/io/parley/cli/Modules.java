package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Published modules, created from the classes and descriptors of this build, and programs that are compiled and run on
 * them.
 */
final class Modules {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Path PROGRAMS = Path.of("src/test/resources/modules");
    private static final Pattern NAME = Pattern.compile("module ([\\w.]+) \\{");
    private static final Pattern OPTIONAL = Pattern.compile("(?m)^ *requires static ([\\w.]+);\\R");
    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();
    private static final long MOST_SECONDS = 120;

    private final Path folder;

    /** @param folder the folder in which modules and programs are created */
    Modules(Path folder) {
        this.folder = folder;
    }

    /** Returns the descriptor of a Maven module. */
    static Path descriptor(String module) {
        return HOME.resolve(module).resolve("src/main/module/module-info.java");
    }

    static Path classes(String module) {
        return HOME.resolve(module).resolve("target/classes");
    }

    /** Returns the jars of this class path whose names begin with one of the texts. */
    static List<String> jars(String... beginnings) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> Stream.of(beginnings)
                        .anyMatch(Path.of(entry).getFileName().toString()::startsWith))
                .toList();
    }

    /** Creates a module from each Maven module, in this order; returns the module path with these and the jars. */
    List<String> make(List<String> jars, String... modules) throws IOException {
        List<String> path = new ArrayList<>(jars);
        for (String module : modules) {
            Path descriptor = descriptor(module);
            Path made = folder.resolve(name(descriptor));
            path.add(made.toString());
            if (Files.exists(made)) {
                continue;
            }
            copy(classes(module), made);
            Path source =
                    Files.createDirectories(folder.resolve("source-" + module)).resolve("module-info.java");
            Files.writeString(source, withoutAbsent(Files.readString(descriptor), path));
            javac(path, made, List.of(source.toString()));
        }
        return path;
    }

    /** Compiles a program of the resources as a module; returns its folder. */
    Path program(String name, List<String> modulePath) throws IOException {
        Path made = folder.resolve("program-" + name);
        try (Stream<Path> sources = Files.walk(PROGRAMS.resolve(name))) {
            javac(
                    modulePath,
                    made,
                    sources.map(Path::toString)
                            .filter(file -> file.endsWith(".java"))
                            .toList());
        }
        return made;
    }

    /** Runs a JVM until it exits; returns its output, including errors. */
    String run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        Path said = Files.createTempFile(folder, "said", "");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                    .as(() -> "ends: " + command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(said);
    }

    static String path(List<String> entries) {
        return String.join(File.pathSeparator, entries);
    }

    /**
     * Returns a descriptor without optional modules that are absent: the JVM ignores them, but the compiler does not.
     */
    private static String withoutAbsent(String descriptor, List<String> modulePath) {
        ModuleFinder there = ModuleFinder.of(
                modulePath.stream().map(Path::of).filter(Files::exists).toArray(Path[]::new));
        Matcher optional = OPTIONAL.matcher(descriptor);
        return optional.replaceAll(each -> there.find(each.group(1)).isPresent() ? "$0" : "");
    }

    private static String name(Path descriptor) throws IOException {
        Matcher name = NAME.matcher(Files.readString(descriptor));
        assertThat(name.find()).as(descriptor.toString()).isTrue();
        return name.group(1);
    }

    private static void javac(List<String> modulePath, Path to, List<String> sources) {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-p", path(modulePath), "-d", to.toString()));
        arguments.addAll(sources);
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        assertThat(JAVAC.run(out, out, arguments.toArray(String[]::new)))
                .as(said::toString)
                .isZero();
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).collect(Collectors.toList());
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file));
            if (!file.endsWith("module-info.class")) {
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }
}
