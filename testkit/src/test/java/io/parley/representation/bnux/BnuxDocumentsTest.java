package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.representation.EventWriter;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import io.parley.testkit.generate.InfosetGenerator;
import java.util.Random;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;

/** Tests random documents of many pages, at every level and with page ends at random positions. */
class BnuxDocumentsTest {
    private static final int DOCUMENTS = 40;

    @Test
    void aDocumentIsTheSameAtEveryLevelAndHoweverItIsFlushed() throws XMLStreamException {
        long first = System.nanoTime();
        for (long seed = first; seed < first + DOCUMENTS; seed++) {
            Infoset.Content content = repeated(seed);
            Random random = new Random(seed);
            int level = random.nextInt(10);
            Encoded encoded =
                    Encoded.of(Bnux.forDocuments(level), writer -> content.writeTo(new Flushed(writer, random)), 4096);

            assertThat(encoded.read(Limits.defaults(), Infoset::bindings))
                    .as("seed %d, level %d", seed, level)
                    .isEqualTo(Infoset.bindings(Infoset.reader(Infoset.text(content))));
        }
    }

    /** Returns a root with random documents as children, enough for several pages. */
    private static Infoset.Content repeated(long seed) {
        return writer -> {
            writer.writeStartElement("r");
            for (int i = 0; i < 60; i++) {
                new InfosetGenerator(seed + i).writeTo(new Child(writer), 150);
            }
            writer.writeEndDocument();
        };
    }

    /** A writer that writes a document as part of another. */
    private static class Child extends EventWriter {
        private final XMLStreamWriter writer;

        Child(XMLStreamWriter writer) {
            this.writer = writer;
        }

        @Override
        protected XMLStreamWriter events() {
            return writer;
        }

        @Override
        protected XMLStreamWriter names() {
            return writer;
        }

        @Override
        public void writeStartDocument(String encoding, String version) {}

        @Override
        public void writeEndDocument() throws XMLStreamException {}

        @Override
        public void flush() throws XMLStreamException {}

        @Override
        public void close() throws XMLStreamException {}
    }

    /** A writer that flushes at random. */
    private static final class Flushed extends Child {
        private final XMLStreamWriter writer;
        private final Random random;

        Flushed(XMLStreamWriter writer, Random random) {
            super(writer);
            this.writer = writer;
            this.random = random;
        }

        @Override
        protected XMLStreamWriter events() {
            if (random.nextInt(200) == 0) {
                try {
                    writer.flush();
                } catch (XMLStreamException e) {
                    throw new IllegalStateException(e);
                }
            }
            return writer;
        }

        @Override
        public void writeEndDocument() throws XMLStreamException {
            writer.writeEndDocument();
        }
    }
}
