package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is sent to any reader, a process of 64 MB refuses it and goes on. */
class HostileInLittleMemoryTest {
    private static final String MEMORY = "-Xmx64m";
    private static final int MOST_SECONDS = 180;

    /** The catalogues, and how many attacks each has at least: a hundred for each reader. */
    private static final Map<String, Integer> CATALOGUES = catalogues();

    @TempDir
    private Path directory;

    private static Map<String, Integer> catalogues() {
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put("io.parley.representation.xml.HostileXmlTest", 100);
        all.put("io.parley.representation.hhfr.HostileCatalogueTest", 100);
        all.put("io.parley.representation.bnux.HostilePagesTest", 100);
        all.put("io.parley.representation.tdxml.HostileTdxmlTest", 100);
        all.put("io.parley.codecs.HostileMessagesTest", 100);
        all.put("io.parley.codecs.exi.HostileExiTest", 100);
        return all;
    }

    @Test
    void everyCatalogueRunsInSixtyFourMegabytes() throws Exception {
        Path out = directory.resolve("out");
        Path errors = directory.resolve("errors");
        Process process = new ProcessBuilder(command())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                    .as("ended within %d seconds", MOST_SECONDS)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        Map<String, Integer> counts = counts(out);
        CATALOGUES.forEach(
                (name, least) -> assertThat(counts.get(name)).as(name).isGreaterThanOrEqualTo(least));
    }

    private static Map<String, Integer> counts(Path out) throws IOException {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String line : Files.readAllLines(out)) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && CATALOGUES.containsKey(words[0])) {
                counts.put(words[0], Integer.valueOf(words[1]));
            }
        }
        return counts;
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                MEMORY,
                "-XX:+ExitOnOutOfMemoryError",
                "-Dio.netty.leakDetection.level=paranoid",
                "-ea",
                "-cp",
                System.getProperty("java.class.path"),
                HostileRun.class.getName()));
        command.addAll(CATALOGUES.keySet());
        return command;
    }
}
