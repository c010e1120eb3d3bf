package io.parley.testkit.stacks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Maven project for each stack, with and without Parley, outside of Parley's own build. */
final class StackProjects {
    private static final long MOST_MINUTES = 20;
    /** Options of JVMs that end before optimizing compilation pays: Maven's, and those of the samples' tests. */
    private static final String BRIEF = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static final Pattern RENAMED =
            Pattern.compile("\\bjakarta\\.(jws|xml\\.bind|xml\\.ws|xml\\.soap|servlet|activation|annotation)\\b");

    /** Option that JAXB 2.3 and 3.0 need for parts of CXF's type tests, without Parley, too. */
    private static final String OPENED = "--add-opens=java.xml/javax.xml.namespace=ALL-UNNAMED";

    private final Path home;
    private final Path sources;
    private final Path folder;
    private final FolderRepository repository;

    /**
     * Creates the projects for the jars of a repository.
     *
     * @param home the folder of the build
     * @param folder of the projects
     */
    StackProjects(Path home, Path folder, FolderRepository repository) {
        this.home = home;
        this.sources = home.resolve("stacks/outside/src");
        this.folder = folder;
        this.repository = repository;
    }

    /** Writes the projects and runs Maven to compile them and resolve their dependencies. */
    void build(List<Stack> stacks) throws IOException, InterruptedException {
        List<String> modules = new ArrayList<>();
        for (Stack stack : stacks) {
            for (boolean withParley : new boolean[] {false, true}) {
                write(stack, withParley);
                modules.add(name(stack, withParley));
            }
        }
        if (stacks.stream().anyMatch(stack -> stack.isTyped() && stack.isJavax())) {
            Path module = Files.createDirectories(folder.resolve(TypeTests.JAVAX_NAME));
            Files.writeString(module.resolve("pom.xml"), TypeTests.javaxPom());
            modules.add(TypeTests.JAVAX_NAME);
        }
        Files.writeString(folder.resolve("pom.xml"), StackPom.ofAll(modules));
        maven(
                folder,
                "package",
                "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
                "-Dmdep.outputFile=target/class-path.txt",
                "-Dmdep.includeScope=runtime");
    }

    /** Builds samples with their tests, unchanged, against the jars of the repository. */
    void buildSamples(List<String> names) throws IOException, InterruptedException {
        Path samples = home.resolve("examples");
        Path copies = Files.createDirectories(folder.resolve("samples"));
        for (String name : names) {
            for (String part : List.of("pom.xml", "src")) {
                copyTree(
                        samples.resolve(name).resolve(part),
                        copies.resolve(name).resolve(part));
            }
        }
        Files.writeString(copies.resolve("pom.xml"), StackPom.ofAll(names));
        maven(copies, "package", "-Dparley.version=" + repository.version());
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Returns the JVM options for the classes of a project that was built. */
    List<String> code(Stack stack, boolean withParley) throws IOException {
        Path target = folder.resolve(name(stack, withParley)).resolve("target");
        if (stack.isQuarkus()) {
            return List.of("-jar", target.resolve("quarkus-app/quarkus-run.jar").toString());
        }
        List<String> options = new ArrayList<>(List.of(
                "-cp",
                target.resolve("classes")
                        + File.pathSeparator
                        + Files.readString(target.resolve("class-path.txt")).strip()));
        if (stack.isTyped()) {
            options.add(OPENED);
        }
        return options;
    }

    private static String name(Stack stack, boolean withParley) {
        return stack.name() + (withParley ? "-parley" : "-plain");
    }

    private void write(Stack stack, boolean withParley) throws IOException {
        Path module = Files.createDirectories(folder.resolve(name(stack, withParley)));
        List<String> kinds = new ArrayList<>(List.of(
                "common", withParley ? "parley" : "plain", stack.isTyped() ? "typed" : "untyped", stack.host()));
        if (stack.isWar()) {
            kinds.add("war");
        }
        if (!stack.isQuarkus()) {
            kinds.add("proxy");
        } else if (withParley) {
            kinds.add("quarkus-parley");
        }
        for (String kind : kinds) {
            copy(sources.resolve(kind), module.resolve("src/main"), stack.isJavax());
        }
        List<String> managed = new ArrayList<>(stack.managed());
        List<String> dependencies = new ArrayList<>(stack.dependencies());
        if (stack.isTyped()) {
            dependencies.add(stack.isJavax() ? TypeTests.JAVAX : TypeTests.JAKARTA);
            for (Path source : TypeTests.sources(home)) {
                String text = Files.readString(source).replaceFirst("package [^;]+;", "package com.example.shop;");
                Files.writeString(
                        module.resolve("src/main/java/com/example/shop").resolve(source.getFileName()),
                        stack.isJavax() ? renamed(text) : text);
            }
        }
        if (withParley) {
            managed.add("io.parley:parley-bom:" + repository.version() + ":pom");
            dependencies.add("io.parley:" + stack.parley() + ":");
        }
        Files.writeString(
                module.resolve("pom.xml"), StackPom.of(name(stack, withParley), stack, managed, dependencies));
    }

    private static void copy(Path from, Path to, boolean javax) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(kind(file)).resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                String text = Files.readString(file);
                Files.writeString(copy, javax ? renamed(text) : text);
            }
        }
    }

    private static String renamed(String source) {
        return RENAMED.matcher(source).replaceAll("javax.$1");
    }

    /** Returns the name of the folder below {@code src/main} that a file belongs to. */
    private static String kind(Path file) {
        return file.toString().endsWith(".java")
                ? "java"
                : file.toString().contains("WEB-INF") ? "webapp" : "resources";
    }

    private void maven(Path projects, String... goals) throws IOException, InterruptedException {
        Path settings = projects.resolve("settings.xml");
        Files.writeString(
                settings,
                "<settings><profiles><profile><id>stacks</id><repositories><repository><id>stacks</id><url>"
                        + repository.url() + "</url></repository></repositories></profile></profiles>"
                        + "<activeProfiles><activeProfile>stacks</activeProfile></activeProfiles></settings>\n");
        Path said = projects.resolve("maven.log");
        List<String> command =
                new ArrayList<>(List.of("mvn", "-B", "-q", "-s", settings.toString(), "-DargLine=" + BRIEF));
        command.addAll(List.of(goals));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MAVEN_OPTS", BRIEF);
        Process maven = builder.directory(projects.toFile())
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
