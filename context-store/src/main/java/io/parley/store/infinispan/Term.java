package io.parley.store.infinispan;

/** Ordered number of a majority's time in office: the lineage of the cluster, and the number of its membership view. */
final class Term {
    private static final int VIEW_BITS = 32;
    private static final long VIEW = 0xFFFF_FFFFL;

    private Term() {}

    static long of(long lineage, int view) {
        return (lineage << VIEW_BITS) | (view & VIEW);
    }

    static long lineage(long term) {
        return term >>> VIEW_BITS;
    }
}
