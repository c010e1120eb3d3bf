package io.parley.bench.form;

/** Something that can be done again and again. */
@FunctionalInterface
public interface Work {
    /**
     * Does it once.
     *
     * @return what came out: a {@link Tally} of a reading, bytes of a writing, nodes of a tree
     */
    long run() throws Exception;
}
