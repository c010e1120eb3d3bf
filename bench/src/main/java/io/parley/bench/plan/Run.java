package io.parley.bench.plan;

/**
 * A cell, measured once.
 *
 * @param round from 1; a later round measures every cell of a workload again
 */
public record Run(Cell cell, int round, Pace pace) {}
