package io.parley.bench.form;

import io.parley.bench.document.Document;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.ToLongFunction;

/**
 * A tree that is built from text and written as text.
 *
 * @param nodes returns the number of top-level nodes, which shows that the tree was built
 */
record TreeForm<T>(String name, Building<T> build, Writing<T> write, ToLongFunction<T> nodes, Memory memory)
        implements Form {
    TreeForm(String name, Building<T> build, Writing<T> write, ToLongFunction<T> nodes) {
        this(name, build, write, nodes, new Memory());
    }

    /** Builds a tree. */
    interface Building<T> {
        T of(InputStream text) throws Exception;
    }

    /** Writes a tree as text. */
    interface Writing<T> {
        void to(T tree, OutputStream text) throws Exception;
    }

    @Override
    public boolean does(Direction direction, Document document) {
        return direction == Direction.TREE || direction == Direction.UNTREE;
    }

    @Override
    public Work work(Direction direction, Document document) throws Exception {
        if (direction == Direction.TREE) {
            return () -> nodes.applyAsLong(build.of(document.xml()));
        }
        T tree = build.of(document.xml());
        return () -> {
            memory.reset();
            write.to(tree, memory);
            return memory.size();
        };
    }

    @Override
    public long bytes(Document document) {
        return document.bytes();
    }
}
