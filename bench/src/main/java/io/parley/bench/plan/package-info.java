/**
 * Content, order and duration of the measurements of a run. Public: {@link io.parley.bench.plan.Plan} and the types it
 * consists of. Thread rule: everything is immutable.
 */
@NullMarked
package io.parley.bench.plan;

import org.jspecify.annotations.NullMarked;
