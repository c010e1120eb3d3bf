package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A representation of Parley, read into XOM's tree and written from it. */
final class BinaryTree implements Form {
    private final String name;
    private final Representation representation;
    private final XomTree trees;
    private final Chunks chunks = new Chunks();

    BinaryTree(String name, Representation representation, XomTree trees) {
        this.name = name;
        this.representation = representation;
        this.trees = trees;
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
            return () -> read().getChildCount();
        }
        nu.xom.Document tree = read();
        return () -> write(out -> trees.write(tree, out));
    }

    private nu.xom.Document read() throws XMLStreamException {
        try (Source source = chunks.open()) {
            nu.xom.Document tree = trees.build(representation.newReader(source));
            source.expectEnd("document");
            return tree;
        }
    }

    @Override
    public long bytes(Document document) throws Exception {
        return write(StreamForm.events(document)::tell);
    }

    /** Writes a document. */
    private interface Writing {
        void to(XMLStreamWriter out) throws XMLStreamException;
    }

    private long write(Writing content) throws XMLStreamException {
        return chunks.write(sink -> {
            ContentWriter out = representation.newWriter(sink);
            content.to(out);
            out.close();
        });
    }

    @Override
    public void close() {
        chunks.release();
    }
}
