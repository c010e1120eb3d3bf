package io.parley.bench.form;

import io.parley.bench.document.Document;
import java.io.InputStream;
import java.io.OutputStream;

/** A tree that is built from text and becomes text. */
abstract class TreeForm<T> implements Form {
    private final String name;
    private final Memory memory = new Memory();

    TreeForm(String name) {
        this.name = name;
    }

    abstract T build(InputStream text) throws Exception;

    abstract void write(T tree, OutputStream to) throws Exception;

    /** How many nodes stand at the top: shows that there is a tree. */
    abstract long nodes(T tree);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean does(Direction direction, Document document) {
        return direction == Direction.TREE || direction == Direction.UNTREE;
    }

    @Override
    public final Work work(Direction direction, Document document) throws Exception {
        if (direction == Direction.TREE) {
            return () -> nodes(build(document.xml()));
        }
        T tree = build(document.xml());
        return () -> {
            memory.reset();
            write(tree, memory);
            return memory.size();
        };
    }

    @Override
    public final long bytes(Document document) {
        return document.bytes();
    }
}
