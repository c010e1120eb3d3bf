package io.parley.representation.xml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Source;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests how much memory short messages allocate in addition to their bytes. */
class SmallXmlTest {
    private static final int CHUNK_BYTES = 256;
    private static final int ROUNDS = 200;
    private static final String MESSAGE = "<?xml version='1.0' encoding='UTF-8'?><a>text</a>";

    private final XmlRepresentation xml = new XmlRepresentation();

    /** The parser's byte buffer alone has 4,000 bytes. */
    @Test
    void aWriterHasTheBuffersOfTheOneBefore() throws XMLStreamException {
        assertThat(write()).hasToString(MESSAGE);

        assertThat(allocated(SmallXmlTest::write)).isLessThan(4_000);
    }

    /** An unused table of names would take 800 bytes. */
    @Test
    void aReaderOfWhatIsTooShortForTooManyNamesHasNoTableOfThem() throws XMLStreamException {
        read(Limits.defaults());
        long uncounted = allocated(() -> read(Limits.defaults()));
        long counted = allocated(() -> read(Limits.defaults().with(Limit.NAMES, 2)));

        assertThat(counted - uncounted).isGreaterThan(700);
    }

    private interface Step {
        Object run() throws XMLStreamException;
    }

    /** Returns the least of many measurements, since the JVM compiles meanwhile. */
    private static long allocated(Step step) throws XMLStreamException {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long before = memory.getThreadAllocatedBytes(thread);
            step.run();
            least = Math.min(least, memory.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }

    private static Object write() throws XMLStreamException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(CHUNK_BYTES);
        ContentWriter out = XmlWriter.to(bytes);
        out.writeStartDocument();
        out.writeStartElement("a");
        out.writeCharacters("text");
        out.writeEndElement();
        out.writeEndDocument();
        out.close();
        return bytes;
    }

    private int read(Limits limits) throws XMLStreamException {
        byte[] bytes = MESSAGE.getBytes(StandardCharsets.UTF_8);
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), limits)) {
            ContentReader in = xml.newReader(source, Parts.none());
            int events = 0;
            while (in.hasNext()) {
                in.next();
                events++;
            }
            return events;
        }
    }
}
