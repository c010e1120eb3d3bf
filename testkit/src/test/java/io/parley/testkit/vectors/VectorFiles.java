package io.parley.testkit.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.conformance.raw.Vector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reader and writer of the files in docs/protocol/vectors. */
final class VectorFiles {
    private static final Path FOLDER = Path.of("../docs/protocol/vectors");
    private static final boolean WRITE = "write".equals(System.getProperty("parley.pages"));

    private VectorFiles() {}

    /** Returns the vectors of a file by name. */
    static Map<String, Vector> in(String file) {
        try {
            Map<String, Vector> vectors = new LinkedHashMap<>();
            Vector.read(Files.readString(FOLDER.resolve(file))).forEach(each -> vectors.put(each.name(), each));
            return vectors;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compares the file with the output of the code, or rewrites it. */
    static void check(String file, String about, List<Vector> vectors) throws IOException {
        String text = Vector.write(about, vectors);
        if (WRITE) {
            Files.writeString(FOLDER.resolve(file), text);
        }
        assertThat(Files.readString(FOLDER.resolve(file)))
                .as("%s; rewrite it with -Dparley.pages=write if the protocol is to change", file)
                .isEqualTo(text);
    }

    /** Returns a vector; names and values of fields alternate. */
    static Vector vector(String name, String section, String meaning, String... fields) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("section", section);
        all.put("meaning", meaning);
        for (int i = 0; i < fields.length; i += 2) {
            all.put(fields[i], fields[i + 1]);
        }
        return new Vector(name, all);
    }
}
