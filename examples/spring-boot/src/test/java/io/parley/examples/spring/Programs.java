package io.parley.examples.spring;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** Finds and runs programs of this machine for tests. Stateless. */
final class Programs {
    private Programs() {}

    /** Finds a program; skips the test with a message if it is missing. */
    static Path find(String name, String debianPackage) {
        Optional<Path> found = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty()) {
            String why = name + " is not on this machine's PATH; Debian has it in the package " + debianPackage;
            System.out.println("Skipped: " + why);
            return Assumptions.abort(why);
        }
        return found.get();
    }

    /** Runs a program to its end; returns its output, including errors. */
    static String output(String... command) throws IOException, InterruptedException {
        Path said = Files.createTempFile("parley-program", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("PARLEY_DATABASE_PASSWORD", "of-a-test");
        Process process = builder.start();
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                throw new IOException("expected an end of " + command[0] + " within a minute");
            }
            return Files.readString(said);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(said);
        }
    }
}
