package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.Planted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the output of the preceding modules' tests in this build, if any, contains no planted secrets. */
class BuildLogsTest {
    private static final Path CLONE = Path.of("..");
    private static final String REPORTS = "target/surefire-reports";

    @Test
    void noPlantedSecretIsInTheLogsOfTheBuild() throws IOException {
        List<Path> reports = reports();
        System.out.println("Searching " + reports.size() + " reports of tests for planted secrets");
        assertThat(reports).filteredOn(BuildLogsTest::tells).isEmpty();
    }

    /** Returns the reports of all modules, which are one or two folders below the clone. */
    private static List<Path> reports() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders(CLONE)) {
            all.addAll(in(folder.resolve(REPORTS), Files::isRegularFile));
            for (Path deeper : folders(folder)) {
                all.addAll(in(deeper.resolve(REPORTS), Files::isRegularFile));
            }
        }
        return all;
    }

    private static List<Path> folders(Path folder) throws IOException {
        return in(folder, Files::isDirectory);
    }

    private static List<Path> in(Path folder, Predicate<Path> wanted) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(wanted).toList();
        }
    }

    private static boolean tells(Path report) {
        try {
            return Files.readString(report, StandardCharsets.ISO_8859_1).contains(Planted.MARK);
        } catch (IOException e) {
            throw new UncheckedIOException(report.toString(), e);
        }
    }
}
