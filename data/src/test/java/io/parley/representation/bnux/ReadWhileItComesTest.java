package io.parley.representation.bnux;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.representation.ContentFeed;
import io.parley.representation.Representation;
import io.parley.representation.SideSource;
import io.parley.representation.Source;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests messages whose length is unknown before their end: received content is read without waiting for more. */
class ReadWhileItComesTest {
    private static final int STEP = 8 * 1024;
    private static final int TEXTS = 400;

    static Stream<Representation> forms() {
        return Stream.of(new Bnux(), new Bnux().embedded());
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aPageIsReadBeforeTheNextOneCame(Representation form) throws Exception {
        Arriving feed = new Arriving(Bytes.of(form, ReadWhileItComesTest::write));
        try (Source source = new Source(feed, Source.UNKNOWN, Limits.defaults(), SideSource.NONE)) {
            XMLStreamReader reader = form.newReader(source);
            reader.nextTag();
            reader.nextTag();

            assertThat(feed.awaited).as("bytes that were waited for").isLessThan(Format.PAGE_SIZE + 4 * STEP);
            int texts = 0;
            while (reader.hasNext()) {
                texts += reader.next() == XMLStreamReader.CHARACTERS ? 1 : 0;
            }
            assertThat(texts).isEqualTo(TEXTS);
            assertThat(feed.awaited).isEqualTo(feed.all.length).isGreaterThan(4 * Format.PAGE_SIZE);
        }
    }

    private static void write(XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartElement("all");
        for (int i = 0; i < TEXTS; i++) {
            writer.writeStartElement("one");
            writer.writeCharacters(i + "x".repeat(1_000));
            writer.writeEndElement();
        }
        writer.writeEndDocument();
    }

    /** A feed that does not know the length of the message beyond what was asked for. */
    private static final class Arriving implements ContentFeed {
        private final byte[] all;
        private int at;
        private long awaited;

        Arriving(byte[] all) {
            this.all = all;
        }

        @Override
        public @Nullable ByteBuf next() {
            if (at == all.length) {
                return null;
            }
            int end = Math.min(all.length, at + STEP);
            ByteBuf chunk = Unpooled.wrappedBuffer(Arrays.copyOfRange(all, at, end));
            at = end;
            return chunk;
        }

        /** Records how many bytes the reader waits for. */
        @Override
        public long length(long wanted) {
            awaited = Math.max(awaited, Math.min(wanted, all.length));
            return awaited;
        }
    }
}
