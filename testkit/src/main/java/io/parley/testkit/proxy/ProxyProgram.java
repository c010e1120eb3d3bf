package io.parley.testkit.proxy;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The program of a reverse proxy: the machine's own, or that of Debian's package, which is fetched with what it needs and
 * unpacked into a folder once, without being root. Where neither can be had, tests are skipped and say so.
 *
 * @param file to be run
 * @param root that it was unpacked below; the machine's own {@code /} if it was not
 * @param libraries folders for the loader
 */
record ProxyProgram(Path file, Path root, String libraries) {
    private static final String CACHE = "parley.proxies";
    private static final int MOST_SECONDS = 120;
    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin"), Path.of("/usr/local/sbin"));

    /** The program of that make. */
    static ProxyProgram of(ProxyKind kind) throws InterruptedException {
        try {
            for (Path place : places()) {
                Path own = place.resolve(kind.program());
                if (Files.isExecutable(own)) {
                    return new ProxyProgram(own, Path.of("/"), "");
                }
            }
            return unpacked(kind);
        } catch (IOException e) {
            String why = kind.program() + " is not on this machine, and Debian's package " + kind.debianPackage()
                    + " cannot be had: " + e.getMessage();
            System.out.println("Skipped: " + why);
            return Assumptions.abort(why);
        }
    }

    private static List<Path> places() {
        String path = System.getenv().getOrDefault("PATH", "");
        List<Path> places = new ArrayList<>(Arrays.stream(path.split(":", -1))
                .filter(each -> !each.isEmpty())
                .map(Path::of)
                .toList());
        places.addAll(PLACES);
        return places;
    }

    private static ProxyProgram unpacked(ProxyKind kind) throws IOException, InterruptedException {
        String home = System.getProperty("user.home") + "/.cache/parley-proxies";
        Path root = Path.of(System.getProperty(CACHE, home)).resolve(kind.name().toLowerCase(Locale.ROOT));
        if (!Files.isDirectory(root)) {
            fetch(kind, root);
        }
        Path file = root.resolve("usr/sbin").resolve(kind.program());
        ProxyProgram program = new ProxyProgram(file, root, libraries(root));
        program.run(root, file.toString(), "-v");
        return program;
    }

    private static void fetch(ProxyKind kind, Path root) throws IOException, InterruptedException {
        Files.createDirectories(root.getParent());
        Path fetched = Files.createTempDirectory(root.getParent(), "fetched");
        try {
            ProxyProgram none = new ProxyProgram(root, root, "");
            List<String> packages = none.missing(fetched, kind.debianPackage());
            List<String> download = new ArrayList<>(List.of("apt-get", "-q", "download"));
            download.addAll(packages);
            none.run(fetched, download.toArray(String[]::new));
            Path tree = Files.createDirectory(fetched.resolve("tree"));
            for (Path archive : files(fetched, ".deb")) {
                none.run(fetched, "dpkg-deb", "-x", archive.toString(), tree.toString());
            }
            Files.move(tree, root, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another JVM was faster.
        } finally {
            delete(fetched);
        }
    }

    /** The package, and those that it needs and this machine has not. */
    private List<String> missing(Path folder, String wanted) throws IOException, InterruptedException {
        String plan = run(folder, "apt-get", "-s", "--no-install-recommends", "install", wanted);
        List<String> names = plan.lines()
                .filter(line -> line.startsWith("Inst "))
                .map(line -> line.split(" ", -1)[1])
                .toList();
        if (names.isEmpty()) {
            throw new IOException("apt-get would install nothing for " + wanted);
        }
        return names;
    }

    private static String libraries(Path root) throws IOException {
        TreeSet<String> folders = new TreeSet<>();
        for (Path library : files(root, ".so")) {
            Path folder = library.getParent();
            if (folder != null && !folder.endsWith("modules")) {
                folders.add(folder.toString());
            }
        }
        return String.join(":", folders);
    }

    private static List<Path> files(Path folder, String mark) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.getFileName().toString().contains(mark))
                    .collect(Collectors.toList());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    /** A process that finds its libraries. */
    ProcessBuilder process(Path folder, List<String> command) {
        ProcessBuilder process =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        if (!libraries.isEmpty()) {
            process.environment().put("LD_LIBRARY_PATH", libraries);
        }
        return process;
    }

    /** Runs something to its end; what it said. */
    private String run(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("parley-proxy", ".out");
        try {
            Process process = process(folder, List.of(command))
                    .redirectOutput(output.toFile())
                    .start();
            boolean isOver = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String said = Files.readString(output).strip();
            if (!isOver || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said);
            }
            return said;
        } finally {
            Files.delete(output);
        }
    }
}
