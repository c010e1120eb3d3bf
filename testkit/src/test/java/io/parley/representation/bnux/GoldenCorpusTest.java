package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parley.Limits;
import io.parley.representation.Representation;
import io.parley.schema.SafeXml;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests files written by Nux itself, each beside its XML, if {@code -Dparley.bnux.corpus=DIRECTORY} names some. Not all
 * of them may be published, so they are not part of the project.
 */
class GoldenCorpusTest {
    private static final String PROPERTY = "parley.bnux.corpus";
    private static final String ENDING = ".bnux";
    private static final Limits LIMITS = Limits.defaults();

    @BeforeAll
    static void thereIsACorpus() {
        int there = pairs().size();
        if (there == 0) {
            System.out.println("Skipped: no golden files of Nux; -D" + PROPERTY + "=DIRECTORY names them");
        } else {
            System.out.println("golden files of Nux: " + there);
        }
        assumeTrue(there > 0, "a corpus of golden files, named by " + PROPERTY);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aGoldenFileHasTheCanonicalFormOfItsXml(Pair pair) throws Exception {
        Encoded golden = Encoded.of(Bnux.forDocuments(0), Files.readAllBytes(pair.bnux));

        String canonical = golden.read(LIMITS, Infoset::canonical);
        assertThat(canonical).isEqualTo(Infoset.canonical(pair.reader()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void itsXmlGivesTheGoldenFileByteForByte(Pair pair) throws Exception {
        byte[] golden = Files.readAllBytes(pair.bnux);

        assertThat(pair.written(pair.build()).bytes()).isEqualTo(golden);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void everyLevelReadsAsWhatTheParserSees(Pair pair) throws Exception {
        List<String> expected = Infoset.bindings(pair.reader());
        for (int level : new int[] {0, 1, 6, 9}) {
            Encoded encoded = pair.written(Bnux.forDocuments(level));

            assertThat(encoded.read(LIMITS, Infoset::bindings))
                    .as("level %d", level)
                    .isEqualTo(expected);
        }
    }

    static List<Pair> pairs() {
        String directory = System.getProperty(PROPERTY, "");
        if (directory.isEmpty() || !Files.isDirectory(Path.of(directory))) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(Path.of(directory))) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .map(Pair::new)
                    .filter(pair -> Files.exists(pair.xml))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A golden file and its XML. */
    static final class Pair implements Comparable<Pair> {
        private final Path bnux;
        private final Path xml;

        Pair(Path bnux) {
            this.bnux = bnux;
            String name = bnux.toString();
            this.xml = Path.of(name.substring(0, name.length() - ENDING.length()));
        }

        XMLStreamReader reader() throws IOException, XMLStreamException {
            return SafeXml.reader(new ByteArrayInputStream(Files.readAllBytes(xml)), LIMITS);
        }

        Encoded written(Representation representation) throws XMLStreamException, IOException {
            XMLStreamReader reader = reader();
            return Encoded.of(representation, writer -> Infoset.copy(reader, new OneText(writer)), 4096);
        }

        /** Returns the build of Nux that wrote the file: two groups of golden files come from older builds. */
        Representation build() {
            if (xml.endsWith("ns-rddl.xml")) {
                return new OlderBuilds.WholeStrings();
            }
            return xml.getParent().endsWith("data-ubl") ? new OlderBuilds.DeclarationsFirst() : Bnux.forDocuments(0);
        }

        @Override
        public int compareTo(Pair other) {
            return bnux.compareTo(other.bnux);
        }

        @Override
        public String toString() {
            return xml.getParent().getFileName() + "/" + xml.getFileName();
        }
    }
}
