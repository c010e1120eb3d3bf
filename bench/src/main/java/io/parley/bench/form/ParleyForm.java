package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;

/** A representation of Parley, with all checks enabled. */
final class ParleyForm extends StreamForm {
    private final Representation representation;
    private final Chunks chunks = new Chunks();

    ParleyForm(String name, Representation representation) {
        super(name);
        this.representation = representation;
    }

    @Override
    Work writing(Document document, Events events) {
        return () -> chunks.write(sink -> {
            ContentWriter out = representation.newWriter(sink, Parts.none());
            events.tell(out);
            out.close();
        });
    }

    @Override
    Work reading(Document document) {
        return () -> {
            try (Source source = chunks.open()) {
                ContentReader in = representation.newReader(source, Parts.none());
                long tally = Tally.of(in);
                source.expectEnd("document");
                return tally;
            }
        };
    }

    @Override
    public void close() {
        chunks.release();
    }
}
