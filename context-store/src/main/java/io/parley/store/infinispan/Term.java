package io.parley.store.infinispan;

/**
 * Order of the times of different majorities: the number of times that the cluster has begun anew, and the number of
 * the view of its members since then.
 */
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
