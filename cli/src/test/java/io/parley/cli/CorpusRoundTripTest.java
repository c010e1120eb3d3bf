package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.parley.Limits;
import io.parley.schema.SafeXml;
import io.parley.testkit.Infoset;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the XML files of a corpus, if {@code -Dparley.bnux.corpus=DIRECTORY} names one: each has the same Canonical XML
 * after a round trip, or is rejected by name. Not all of them may be published, so they are not part of the project.
 */
class CorpusRoundTripTest {
    private static final String PROPERTY = "parley.bnux.corpus";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"xml", "bnux", "fastinfoset", "exi"})
    void everyFileComesBackOrIsRefusedByName(String form) throws Exception {
        List<Path> files = corpus();
        if (files.isEmpty()) {
            System.out.println("Skipped: no corpus of XML files; -D" + PROPERTY + "=DIRECTORY names one");
        }
        assumeTrue(!files.isEmpty(), "a corpus of XML files, named by " + PROPERTY);

        int same = 0;
        Map<String, Integer> refused = new TreeMap<>();
        for (Path file : files) {
            Path out = Files.createDirectories(directory.resolve(form));
            JsonNode encoded = run("encode", "--as", form, "--json", "--out", out, file);
            if (encoded.get("refused").intValue() > 0) {
                String error = encoded.get("files").get(0).get("error").textValue();
                assertThat(error).as(file.toString()).matches("(?s)[A-Z_]+: .*");
                refused.merge(error.substring(0, error.indexOf(':')), 1, Integer::sum);
                continue;
            }
            Path written = Path.of(encoded.get("files").get(0).get("target").textValue());
            JsonNode decoded = run("decode", "--from", form, "--json", "--out", out.resolve("back"), written);
            assertThat(decoded.get("refused").intValue()).as(decoded.toString()).isZero();
            Path back = Path.of(decoded.get("files").get(0).get("target").textValue());
            assertThat(canonical(back)).as(file.toString()).isEqualTo(canonical(file));
            Files.delete(written);
            Files.delete(back);
            same++;
        }
        System.out.println(form + ": " + files.size() + " files, " + same + " come back the same, refused " + refused);
        assertThat(same).isPositive();
    }

    private static List<Path> corpus() throws IOException {
        String place = System.getProperty(PROPERTY, "");
        if (place.isEmpty() || !Files.isDirectory(Path.of(place))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(Path.of(place))) {
            return files.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    private static JsonNode run(Object... arguments) throws IOException {
        List<String> words = new ArrayList<>();
        Stream.of(arguments).forEach(argument -> words.add(argument.toString()));
        return CommandRun.of(words.toArray(String[]::new)).json();
    }

    private static String canonical(Path file) throws Exception {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return Infoset.canonical(SafeXml.reader(in, Limits.defaults()));
        }
    }
}
