package io.parley.testkit.stacks;

import io.parley.testkit.JavaProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A JDK of this machine.
 *
 * @param feature its feature release, such as 17
 * @param home its folder
 */
public record Jdk(int feature, Path home) {
    /**
     * System property with the homes of further JDKs, separated as paths are; JDKs beside the running one are found
     * without it.
     */
    public static final String OTHERS = "parley.jdks";

    /** Releases with long-term support. */
    private static final List<Integer> TRIED = List.of(17, 21, 25);

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** Returns the JDK that runs this. */
    public static Jdk own() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /**
     * Returns the JDK of a feature release.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Jdk of(int feature) throws IOException {
        return find(feature)
                .orElseThrow(() -> new IllegalArgumentException("JDK " + feature + ": expected one beside " + own().home
                        + " or in " + OTHERS + ", found none"));
    }

    /** Returns the JDKs to test with that are installed beside the running one. */
    static List<Jdk> tried() throws IOException {
        List<Jdk> found = new ArrayList<>();
        for (int feature : TRIED) {
            if (own().feature == feature) {
                found.add(own());
            } else {
                find(feature).ifPresent(found::add);
            }
        }
        return found.isEmpty() ? List.of(own()) : found;
    }

    /** Finds a JDK among those that the system property names and those beside the running one. */
    public static Optional<Jdk> find(int feature) throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String named : System.getProperty(OTHERS, "").split(File.pathSeparator, -1)) {
            if (!named.isEmpty()) {
                homes.add(Path.of(named));
            }
        }
        try (Stream<Path> beside = Files.list(own().home.toAbsolutePath().getParent())) {
            beside.sorted().forEach(homes::add);
        }
        for (Path home : homes) {
            Path release = home.resolve("release");
            if (Files.isRegularFile(release) && Files.isExecutable(home.resolve("bin/java"))) {
                Matcher version = VERSION.matcher(Files.readString(release));
                if (version.find() && Integer.parseInt(version.group(1)) == feature) {
                    return Optional.of(new Jdk(feature, home));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the command line of a program, with the options that the guide recommends.
     *
     * @param code options of the JVM for a class path or a jar
     */
    List<String> command(List<String> code, String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8"));
        command.addAll(JavaProgram.recommended(feature));
        command.addAll(code);
        command.add(program);
        command.addAll(List.of(arguments));
        return command;
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
