package io.parley.bench.form;

import io.parley.bench.document.Document;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Source;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;

/**
 * A tree that is built from bytes and written as bytes.
 *
 * @param readers prepares a document, and returns what builds its tree
 * @param write writes a tree, always to the same memory; returns the number of bytes
 * @param nodes returns the number of top-level nodes, which shows that the tree was built
 * @param end releases the memory
 */
record TreeForm<T>(
        String name,
        Preparing<T> readers,
        Measuring<T> write,
        ToLongFunction<T> nodes,
        Measuring<Document> length,
        Runnable end)
        implements Form {
    /** Prepares a document. */
    interface Preparing<T> {
        Callable<T> of(Document document) throws Exception;
    }

    /** Returns the number of bytes of something. */
    interface Measuring<T> {
        long of(T something) throws Exception;
    }

    /** Builds a tree. */
    interface Building<T> {
        T of(InputStream text) throws Exception;
    }

    /** Writes a tree as text. */
    interface Writing<T> {
        void to(T tree, OutputStream text) throws Exception;
    }

    /** Returns a tree from and to text. */
    static <T> Form text(String name, Building<T> build, Writing<T> write, ToLongFunction<T> nodes) {
        Memory memory = new Memory();
        return new TreeForm<>(
                name,
                document -> () -> build.of(document.xml()),
                tree -> {
                    memory.reset();
                    write.to(tree, memory);
                    return memory.size();
                },
                nodes,
                Document::bytes,
                () -> {});
    }

    /** Returns a representation of Parley, read into XOM's tree and written from it. */
    static Form binary(String name, Representation representation, XomTree trees) {
        Chunks chunks = new Chunks();
        Measuring<Document> writeEvents = document -> {
            Events events = StreamForm.events(document);
            return chunks.write(sink -> events.tell(representation, sink));
        };
        return new TreeForm<>(
                name,
                document -> {
                    writeEvents.of(document);
                    return () -> {
                        try (Source source = chunks.open()) {
                            nu.xom.Document tree = trees.build(representation.newReader(source));
                            source.expectEnd("document");
                            return tree;
                        }
                    };
                },
                tree -> chunks.write(sink -> {
                    ContentWriter out = representation.newWriter(sink);
                    trees.write(tree, out);
                    out.close();
                }),
                nu.xom.Document::getChildCount,
                writeEvents,
                chunks::release);
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return direction == Direction.TREE || direction == Direction.UNTREE;
    }

    @Override
    public Work work(Direction direction, Document document) throws Exception {
        Callable<T> build = readers.of(document);
        if (direction == Direction.TREE) {
            return () -> nodes.applyAsLong(build.call());
        }
        T tree = build.call();
        return () -> write.of(tree);
    }

    @Override
    public long bytes(Document document) throws Exception {
        return length.of(document);
    }

    @Override
    public void close() {
        end.run();
    }
}
