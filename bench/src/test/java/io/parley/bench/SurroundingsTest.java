package io.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.plan.Depth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurroundingsTest {
    @TempDir
    Path clone;

    @Test
    void resultsOfARunDoNotChangeWhatIsMeasuredButSourcesDo() throws Exception {
        Path results = clone.resolve("docs/benchmarks/results.jsonl");
        Path source = clone.resolve("Source.java");
        Files.createDirectories(results.getParent());
        Files.writeString(results, "of the run before");
        Files.writeString(source, "a class");
        git("init", "-q");
        git("add", ".");
        git("-c", "user.name=test", "-c", "user.email=test@test.invalid", "commit", "-q", "-m", "both");
        String commit = commit();
        assertThat(commit).matches("[0-9a-f]{12}");

        Files.writeString(results, "of a run that was cut");
        assertThat(commit()).isEqualTo(commit);

        Files.writeString(source, "another class");
        assertThat(commit()).isEqualTo(commit + " with changes");
    }

    private String commit() throws Exception {
        return Surroundings.describe(clone, Depth.FULL, List.of("--full"), 0).commit();
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(clone.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
