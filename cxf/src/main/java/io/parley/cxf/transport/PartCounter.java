package io.parley.cxf.transport;

/** Told of every body part that was written. Thread-safe. */
@FunctionalInterface
public interface PartCounter {
    void count(boolean typed);
}
