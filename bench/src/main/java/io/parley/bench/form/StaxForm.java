package io.parley.bench.form;

import io.parley.bench.document.Document;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/** A StAX reader and writer of another library. */
final class StaxForm extends StreamForm {
    private final Opening<InputStream, XMLStreamReader> readers;
    private final Opening<OutputStream, XMLStreamWriter> writers;
    private final Memory memory = new Memory();

    /** Opens a reader or writer on a stream. */
    interface Opening<S, T> {
        T over(S stream) throws XMLStreamException;
    }

    StaxForm(
            String name,
            Opening<InputStream, XMLStreamReader> readers,
            Opening<OutputStream, XMLStreamWriter> writers) {
        super(name);
        this.readers = readers;
        this.writers = writers;
    }

    @Override
    Work writing(Document document, Events events) {
        return () -> {
            memory.reset();
            XMLStreamWriter out = writers.over(memory);
            events.tell(out);
            out.close();
            return memory.size();
        };
    }

    @Override
    Work reading(Document document) {
        return () -> {
            XMLStreamReader in = readers.over(memory.open());
            long tally = Tally.of(in);
            in.close();
            return tally;
        };
    }
}
