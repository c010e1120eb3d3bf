/**
 * What is measured in a run, in which order, for how long. Public: {@link io.parley.bench.plan.Plan} and what it is made
 * of.
 * Thread rule: everything is immutable.
 */
@NullMarked
package io.parley.bench.plan;

import org.jspecify.annotations.NullMarked;
