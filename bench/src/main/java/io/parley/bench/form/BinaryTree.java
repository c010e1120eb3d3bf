package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * A representation of Parley to a tree and back.
 *
 * @param <T> the tree
 */
final class BinaryTree<T> implements Form {
    private final String name;
    private final Representation representation;
    private final Kind<T> kind;
    private final Chunks chunks = new Chunks();

    /** How events become a tree, and a tree events. */
    interface Kind<T> {
        T build(XMLStreamReader in) throws XMLStreamException;

        /** A whole document; the writer is not closed. */
        void write(T tree, XMLStreamWriter out) throws XMLStreamException;

        /** How many nodes stand at the top. */
        long nodes(T tree);
    }

    BinaryTree(String name, Representation representation, Kind<T> kind) {
        this.name = name;
        this.representation = representation;
        this.kind = kind;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return direction == Direction.TREE || direction == Direction.UNTREE;
    }

    @Override
    public Work work(Direction direction, Document document) throws Exception {
        bytes(document);
        if (direction == Direction.TREE) {
            return () -> kind.nodes(read());
        }
        T tree = read();
        return () -> chunks.write(sink -> {
            ContentWriter out = representation.newWriter(sink);
            kind.write(tree, out);
            out.close();
        });
    }

    private T read() throws XMLStreamException {
        try (Source source = chunks.open()) {
            T tree = kind.build(representation.newReader(source));
            source.expectEnd("document");
            return tree;
        }
    }

    @Override
    public long bytes(Document document) throws Exception {
        Events events = StreamForm.events(document);
        return chunks.write(sink -> {
            ContentWriter out = representation.newWriter(sink);
            events.tell(out);
            out.close();
        });
    }

    @Override
    public void close() {
        chunks.release();
    }
}
