package io.parley.bench.document;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** XML files from other sources, in a folder named by a system property. */
final class Corpus {
    private Corpus() {}

    /** Returns the files whose names end in {@code .xml}, sorted by name; none without a folder. */
    static List<Path> files() {
        String folder = System.getProperty(Documents.CORPUS, "");
        if (folder.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(Path.of(folder))) {
            return all.filter(file -> file.toString().endsWith(".xml")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /** Returns whether Parley's parser accepts the file: document types are rejected. */
    static boolean isCarried(Path file) {
        try {
            XMLStreamReader in = SafeXml.reader(new ByteArrayInputStream(Files.readAllBytes(file)), Limits.defaults());
            while (in.hasNext()) {
                in.next();
            }
            return true;
        } catch (XMLStreamException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
