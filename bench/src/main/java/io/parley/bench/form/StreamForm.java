package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.binding.Parts;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Function;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A form that is read and written as a stream of events.
 *
 * @param writing returns work that writes events, always to the same memory; its result is the number of bytes
 * @param reading reads the bytes that were written last
 * @param end releases the memory
 */
record StreamForm(String name, Function<Events, Work> writing, Work reading, Runnable end) implements Form {
    /** Opens a reader or writer on a stream. */
    interface Opening<S, T> {
        T over(S stream) throws XMLStreamException;
    }

    /** Returns a representation of Parley, with all checks enabled. */
    static Form parley(String name, Representation representation) {
        Chunks chunks = new Chunks();
        return new StreamForm(
                name,
                events -> () -> chunks.write(sink -> events.tell(representation, sink)),
                () -> {
                    try (Source source = chunks.open()) {
                        return Tally.of(representation, Parts.none(), source);
                    }
                },
                chunks::release);
    }

    /** Returns a StAX reader and writer of another library. */
    static Form stax(
            String name,
            Opening<InputStream, XMLStreamReader> readers,
            Opening<OutputStream, XMLStreamWriter> writers) {
        Memory memory = new Memory();
        return new StreamForm(
                name,
                events -> () -> {
                    memory.reset();
                    XMLStreamWriter out = writers.over(memory);
                    events.tell(out);
                    out.close();
                    return memory.size();
                },
                () -> {
                    XMLStreamReader in = readers.over(memory.open());
                    long tally = Tally.of(in);
                    in.close();
                    return tally;
                },
                () -> {});
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return direction == Direction.READ || direction == Direction.WRITE;
    }

    @Override
    public Work work(Direction direction, Document document) throws Exception {
        Work write = writing.apply(events(document));
        if (direction == Direction.WRITE) {
            return write;
        }
        write.run();
        return reading;
    }

    @Override
    public long bytes(Document document) throws Exception {
        return writing.apply(events(document)).run();
    }

    @Override
    public void close() {
        end.run();
    }

    static Events events(Document document) throws Exception {
        return Events.of(RivalParsers.woodstox().createXMLStreamReader(document.xml()));
    }
}
