package io.parley.codecs;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a message with more distinct values than string tables may have entries: it is read as it was written. */
class DistinctValuesTest {
    /** More than the 2^20 entries that a table of Fast Infoset may have. */
    private static final int MANY = (1 << 20) + 1000;
    /**
     * A smaller number for EXI, whose library compares each value with all others while assertions are enabled; its
     * tables have no limit.
     */
    private static final int FEWER = 20_000;

    /** The place of the values in the message. */
    enum Place {
        TEXT,
        ATTRIBUTE,
        COMMENT
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void fastInfosetKeepsNoMoreThanItsTablesHold(Place place) throws XMLStreamException {
        roundTrip("fastinfoset", place, MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bnux", "hhfr", "xml"})
    void everyRepresentationReadsWhatItWrote(String name) throws XMLStreamException {
        roundTrip(name, Place.TEXT, MANY);
        roundTrip(name, Place.ATTRIBUTE, MANY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exi", "exi-schema"})
    void exiReadsWhatItWrote(String name) throws XMLStreamException {
        roundTrip(name, Place.TEXT, FEWER);
        roundTrip(name, Place.ATTRIBUTE, FEWER);
    }

    private static void roundTrip(String name, Place place, int count) throws XMLStreamException {
        Representation form =
                Representations.load(DistinctValuesTest.class.getClassLoader()).get(name);
        Deque<ByteBuf> chunks = new ArrayDeque<>();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64 * 1024, (chunk, last) -> chunks.add(chunk));
        ContentWriter out = form.newWriter(sink);
        out.writeStartDocument();
        out.writeStartElement("", "all", "");
        for (int i = 0; i < count; i++) {
            write(out, place, Integer.toString(i));
        }
        // A value that is in a table, and one for which the table had no space.
        write(out, place, "7");
        write(out, place, Integer.toString(count - 1));
        out.writeEndElement();
        out.writeEndDocument();
        sink.finish();

        Source source = new Source(chunks::poll, sink.written(), Limits.defaults());
        try {
            ContentReader in = form.newReader(source);
            for (int i = 0; i < count; i++) {
                if (!next(in, place).equals(Integer.toString(i))) {
                    assertThat(i).as("a value that is another").isNegative();
                }
            }
            assertThat(next(in, place)).isEqualTo("7");
            assertThat(next(in, place)).isEqualTo(Integer.toString(count - 1));
        } finally {
            source.close();
        }
    }

    private static void write(ContentWriter out, Place place, String value) throws XMLStreamException {
        switch (place) {
            case TEXT -> {
                out.writeStartElement("", "v", "");
                out.writeCharacters(value);
                out.writeEndElement();
            }
            case ATTRIBUTE -> {
                out.writeStartElement("", "v", "");
                out.writeAttribute("a", value);
                out.writeEndElement();
            }
            case COMMENT -> out.writeComment(value);
        }
    }

    private static String next(ContentReader in, Place place) throws XMLStreamException {
        int wanted = place == Place.COMMENT ? XMLStreamConstants.COMMENT : XMLStreamConstants.START_ELEMENT;
        int event = in.next();
        while (event != wanted
                || (event == XMLStreamConstants.START_ELEMENT
                        && in.getLocalName().equals("all"))) {
            event = in.next();
        }
        return switch (place) {
            case TEXT -> in.getElementText();
            case ATTRIBUTE -> in.getAttributeValue(0);
            case COMMENT -> in.getText();
        };
    }
}
