package io.parley.bench.form;

import com.sun.xml.fastinfoset.Encoder;
import com.sun.xml.fastinfoset.sax.SAXDocumentParser;
import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import com.sun.xml.fastinfoset.stax.StAXDocumentParser;
import com.sun.xml.fastinfoset.stax.StAXDocumentSerializer;
import java.util.List;

/**
 * The library FastInfoset used directly, with StAX and with SAX; parsers and serializers live as long as the form.
 * {@code fi0} indexes short values as the library does by default; {@code fi1} is "full indexing": values of any
 * length, without a memory limit.
 */
final class InfosetForms {
    private InfosetForms() {}

    static List<Form> all() {
        return List.of(stax("fi0-stax", false), sax("fi0-sax", false), stax("fi1-stax", true), sax("fi1-sax", true));
    }

    private static Form stax(String name, boolean full) {
        StAXDocumentParser parser = new StAXDocumentParser();
        parser.setStringInterning(true);
        StAXDocumentSerializer serializer = new StAXDocumentSerializer();
        index(serializer, full);
        return StreamForm.stax(
                name,
                stream -> {
                    parser.setInputStream(stream);
                    return parser;
                },
                stream -> {
                    serializer.reset();
                    serializer.setOutputStream(stream);
                    return serializer;
                });
    }

    private static void index(Encoder encoder, boolean full) {
        if (full) {
            encoder.setMinCharacterContentChunkSize(0);
            encoder.setMaxCharacterContentChunkSize(Integer.MAX_VALUE);
            encoder.setCharacterContentChunkMapMemoryLimit(Integer.MAX_VALUE);
            encoder.setMinAttributeValueSize(0);
            encoder.setMaxAttributeValueSize(Integer.MAX_VALUE);
            encoder.setAttributeValueMapMemoryLimit(Integer.MAX_VALUE);
        }
    }

    /** Returns the library's SAX parser and serializer. */
    private static Form sax(String name, boolean full) {
        SAXDocumentParser parser = new SAXDocumentParser();
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        Tally.Handler handler = new Tally.Handler();
        Memory memory = new Memory();
        index(serializer, full);
        parser.setContentHandler(handler);
        return new StreamForm(
                name,
                events -> () -> {
                    memory.reset();
                    serializer.reset();
                    serializer.setOutputStream(memory);
                    events.tell(serializer);
                    return memory.size();
                },
                () -> {
                    parser.parse(memory.open());
                    return handler.take();
                },
                () -> {});
    }
}
