package io.parley.bench.form;

/** A repeatable unit of work. */
@FunctionalInterface
public interface Work {
    /**
     * Does the work once.
     *
     * @return the result: the {@link Tally} of reading, the bytes of writing, the nodes of a tree
     */
    long run() throws Exception;
}
