package io.parley.examples.spring;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** Programs of this machine that tests need. Stateless. */
final class Programs {
    private Programs() {}

    /** Finds a program; a test is skipped, and says so, where there is none. */
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
}
