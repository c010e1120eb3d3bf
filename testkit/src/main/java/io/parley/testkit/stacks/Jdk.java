package io.parley.testkit.stacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A JDK of this machine. */
record Jdk(int feature, Path home) {
    /** The oldest and the newest that are tried. */
    private static final List<Integer> TRIED = List.of(17, 25);

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    /** From this version on the JVM warns of native libraries and of memory that Netty uses, unless it is allowed to. */
    private static final int WARNS = 24;

    /** Returns the one that runs this. */
    static Jdk own() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /** Returns those that are tried, as far as they stand beside the one that runs this. */
    static List<Jdk> tried() throws IOException {
        List<Jdk> found = new ArrayList<>();
        for (int feature : TRIED) {
            if (own().feature == feature) {
                found.add(own());
            } else {
                beside(feature).ifPresent(found::add);
            }
        }
        return found.isEmpty() ? List.of(own()) : found;
    }

    private static Optional<Jdk> beside(int feature) throws IOException {
        try (Stream<Path> homes = Files.list(own().home.toAbsolutePath().getParent())) {
            for (Path home : homes.sorted().toList()) {
                Path release = home.resolve("release");
                if (Files.isRegularFile(release) && Files.isExecutable(home.resolve("bin/java"))) {
                    Matcher version = VERSION.matcher(Files.readString(release));
                    if (version.find() && Integer.parseInt(version.group(1)) == feature) {
                        return Optional.of(new Jdk(feature, home));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns what starts a program with that class path, with the options that the guide names. */
    List<String> command(String classPath, String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8"));
        if (feature >= WARNS) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
