package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the layout of each sample schema in {@code golden} against the tree in the file beside it. Users read these
 * files as examples. A sample of several documents is a folder. {@code -Dparley.test.jvm=-Dgolden.write=FOLDER} writes
 * the trees.
 */
class GoldenLayoutTest {

    static Stream<String> samples() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".layout.txt"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleHasTheLayoutBesideIt(String name) throws IOException {
        Path expected = folder().resolve(name.replace(".xsd", "") + ".layout.txt");
        String actual = LayoutPrinter.print(Layout.compile(Schema.read(documents(name), Limits.defaults())));
        if (System.getProperty("golden.write") != null) {
            Files.writeString(
                    Path.of(
                            System.getProperty("golden.write"),
                            expected.getFileName().toString()),
                    actual);
        }
        assertThat(actual).isEqualTo(Files.exists(expected) ? Files.readString(expected) : "");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aPrintedSchemaReadsBackToAnEqualLayout(String name) throws IOException {
        Schema original = Schema.read(documents(name), Limits.defaults());
        List<SchemaDocument> printed = original.print();
        Layout before = Layout.compile(original);
        Layout after = Layout.compile(Schema.read(printed, Limits.defaults()));

        assertThat(LayoutPrinter.print(after)).isEqualTo(LayoutPrinter.print(before));
        assertThat(after.elements())
                .hasSameSizeAs(before.elements())
                .allSatisfy(element -> assertThat(CanonicalText.of(element))
                        .isEqualTo(
                                CanonicalText.of(before.element(element.name()).orElseThrow())));
    }

    static List<SchemaDocument> documents(String name) throws IOException {
        Path sample = folder().resolve(name);
        if (!Files.isDirectory(sample)) {
            return List.of(document(sample));
        }
        try (Stream<Path> files = Files.list(sample)) {
            return files.sorted().map(GoldenLayoutTest::document).toList();
        }
    }

    private static SchemaDocument document(Path file) {
        try {
            return new SchemaDocument(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(GoldenLayoutTest.class.getResource("golden"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
