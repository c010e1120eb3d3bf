package io.parley.testkit.stacks;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Maven repository in a folder, with the jars of a build under a unique version. Closing it removes that version from
 * the local repository, into which Maven copied it.
 */
final class FolderRepository implements AutoCloseable {
    private static final String BUILT = "0.1.0-SNAPSHOT";
    private static final int MODULES_DEPTH = 3;
    /** The artifact id of a module, after that of its parent if it has one; those of dependencies are not matched. */
    private static final Pattern NAME = Pattern.compile(
            "^(?:.*</parent>)?(?:(?!<dependenc).)*?<artifactId>(parley-[^<]+)</artifactId>", Pattern.DOTALL);

    private final Path folder;
    private final String version;

    private FolderRepository(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /**
     * Copies the artifacts of a build into a repository.
     *
     * @param home the folder of the build
     * @param folder of the repository
     */
    static FolderRepository of(Path home, Path folder) throws IOException {
        FolderRepository repository = new FolderRepository(
                folder, "0.1.0-stacks" + ProcessHandle.current().pid());
        try (Stream<Path> files = Files.find(
                home,
                MODULES_DEPTH,
                (file, about) -> file.endsWith("pom.xml") && !file.toString().contains("/target/"),
                new FileVisitOption[0])) {
            for (Path pom : files.toList()) {
                repository.lay(pom);
            }
        }
        return repository;
    }

    private void lay(Path pom) throws IOException {
        Matcher name = NAME.matcher(Files.readString(pom));
        if (!name.find()) {
            return;
        }
        String artifact = name.group(1);
        Path target = pom.resolveSibling("target");
        Path published = target.resolve("published-pom.xml");
        Path place = Files.createDirectories(folder.resolve("io/parley/" + artifact + "/" + version));
        String file = artifact + "-" + version;
        Files.writeString(
                place.resolve(file + ".pom"),
                Files.readString(Files.exists(published) ? published : pom).replace(BUILT, version));
        for (String built : List.of(artifact + "-" + BUILT + ".jar", artifact + ".jar")) {
            if (Files.exists(target.resolve(built))) {
                Files.copy(target.resolve(built), place.resolve(file + ".jar"));
                return;
            }
        }
    }

    /** Returns whether the build has an artifact. */
    boolean has(String artifact) {
        return Files.exists(
                folder.resolve(String.join("/", "io/parley", artifact, version, artifact + "-" + version + ".jar")));
    }

    String version() {
        return version;
    }

    String url() {
        return folder.toUri().toString();
    }

    @Override
    public void close() throws IOException {
        String named = System.getenv("MAVEN_REPOSITORY");
        Path local = named == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(named);
        Path ours = local.resolve("io/parley");
        if (!Files.isDirectory(ours)) {
            return;
        }
        try (Stream<Path> artifacts = Files.list(ours)) {
            for (Path artifact : artifacts.toList()) {
                Path copied = artifact.resolve(version);
                if (Files.isDirectory(copied)) {
                    delete(copied);
                }
            }
        }
    }

    static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
