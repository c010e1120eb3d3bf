package io.parley.testkit.stacks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A project of Maven for each stack, with Parley and without, outside of the build of Parley. */
final class StackProjects {
    private static final long MOST_MINUTES = 20;
    private static final String GROUP = "com.example";
    private static final Pattern RENAMED =
            Pattern.compile("\\bjakarta\\.(jws|xml\\.bind|xml\\.ws|xml\\.soap|servlet|activation|annotation)\\b");

    private final Path sources;
    private final Path folder;
    private final FolderRepository repository;

    /**
     * Those of one repository.
     *
     * @param sources the folder of an application's sources
     * @param folder where the projects are to be
     */
    StackProjects(Path sources, Path folder, FolderRepository repository) {
        this.sources = sources;
        this.folder = folder;
        this.repository = repository;
    }

    /** Writes the projects, and has Maven compile them and resolve what they need. */
    void build(List<Stack> stacks) throws IOException, InterruptedException {
        List<String> modules = new ArrayList<>();
        for (Stack stack : stacks) {
            for (boolean withParley : new boolean[] {false, true}) {
                write(stack, withParley);
                modules.add(name(stack, withParley));
            }
        }
        Files.writeString(
                folder.resolve("pom.xml"),
                project(
                        "stacks",
                        "<packaging>pom</packaging><modules>"
                                + modules.stream()
                                        .map(module -> "<module>" + module + "</module>")
                                        .collect(Collectors.joining())
                                + "</modules>"));
        maven();
    }

    /** Returns the class path of a project that was built, without what comes from an application's own jar. */
    String classPath(Stack stack, boolean withParley) throws IOException {
        Path module = folder.resolve(name(stack, withParley));
        return module.resolve("target/classes")
                + File.pathSeparator
                + Files.readString(module.resolve("target/class-path.txt")).strip();
    }

    private static String name(Stack stack, boolean withParley) {
        return stack.name() + (withParley ? "-parley" : "-plain");
    }

    private void write(Stack stack, boolean withParley) throws IOException {
        Path module = Files.createDirectories(folder.resolve(name(stack, withParley)));
        for (String kind : List.of("common", withParley ? "parley" : "plain", stack.host())) {
            copy(sources.resolve(kind), module.resolve("src/main/java"), stack.isJavax());
        }
        List<String> managed = new ArrayList<>(stack.managed());
        List<String> dependencies = new ArrayList<>(stack.dependencies());
        if (withParley) {
            managed.add("io.parley:parley-bom:" + repository.version() + ":pom");
            dependencies.add("io.parley:" + stack.parley() + ":");
        }
        Files.writeString(
                module.resolve("pom.xml"),
                project(
                        name(stack, withParley),
                        "<properties><maven.compiler.release>17</maven.compiler.release>"
                                + "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"
                                + "<dependencyManagement>" + dependencies(managed) + "</dependencyManagement>"
                                + dependencies(dependencies)
                                + "<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId>"
                                + "<version>3.16.0</version></plugin></plugins></build>"));
    }

    private static String project(String name, String content) {
        return "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>"
                + GROUP + "</groupId><artifactId>" + name + "</artifactId><version>1</version>" + content
                + "</project>\n";
    }

    private static String dependencies(List<String> coordinates) {
        return coordinates.stream()
                .map(StackProjects::dependency)
                .collect(Collectors.joining("", "<dependencies>", "</dependencies>"));
    }

    private static String dependency(String coordinates) {
        String[] parts = coordinates.split(":", -1);
        String version = parts[2].isEmpty() ? "" : "<version>" + parts[2] + "</version>";
        String imported = parts.length > 3 ? "<type>pom</type><scope>import</scope>" : "";
        return "<dependency><groupId>" + parts[0] + "</groupId><artifactId>" + parts[1] + "</artifactId>" + version
                + imported + "</dependency>\n";
    }

    private static void copy(Path from, Path to, boolean javax) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                String text = Files.readString(file);
                Files.writeString(copy, javax ? RENAMED.matcher(text).replaceAll("javax.$1") : text);
            }
        }
    }

    private void maven() throws IOException, InterruptedException {
        Path settings = folder.resolve("settings.xml");
        Files.writeString(
                settings,
                "<settings><profiles><profile><id>stacks</id><repositories><repository><id>stacks</id><url>"
                        + repository.url() + "</url></repository></repositories></profile></profiles>"
                        + "<activeProfiles><activeProfile>stacks</activeProfile></activeProfiles></settings>\n");
        Path said = folder.resolve("maven.log");
        Process maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-q",
                        "-s",
                        settings.toString(),
                        "compile",
                        "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                        "-Dmdep.outputFile=target/class-path.txt",
                        "-Dmdep.includeScope=runtime")
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(settings.toFile()))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (!maven.waitFor(MOST_MINUTES, TimeUnit.MINUTES) || maven.exitValue() != 0) {
                throw new IOException("Maven does not build the projects of the stacks: " + Files.readString(said));
            }
        } finally {
            maven.destroyForcibly();
        }
    }
}
