package io.parley.testkit.stacks;

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

/** A JDK of this machine. */
public record Jdk(int feature, Path home) {
    /** Names homes of JDKs that do not stand beside the one that runs this, with the separator of paths between them. */
    public static final String OTHERS = "parley.jdks";

    /** Those with long support. */
    private static final List<Integer> TRIED = List.of(17, 21, 25);

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    /** From this version on the JVM warns of native libraries and of memory that Netty uses, unless it is allowed to. */
    private static final int WARNS = 24;

    /** Returns the one that runs this. */
    public static Jdk own() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    /**
     * Returns the one of that version.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Jdk of(int feature) throws IOException {
        return find(feature)
                .orElseThrow(() -> new IllegalArgumentException("JDK " + feature + ": expected one beside " + own().home
                        + " or in " + OTHERS + ", found none"));
    }

    /** Returns those that are tried, as far as they stand beside the one that runs this. */
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

    /** Returns one of those that are named, or that stand beside the one that runs this. */
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
     * Returns what starts a program, with the options that the guide names.
     *
     * @param code where its classes are: the options of the JVM for a class path or a jar
     */
    List<String> command(List<String> code, String program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=UTF-8"));
        if (feature >= WARNS) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
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
