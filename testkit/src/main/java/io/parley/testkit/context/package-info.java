/**
 * What every context store promises, as tests. Public: {@link io.parley.testkit.context.StorePlace}, which an engine's
 * tests implement, and the contracts, which they extend for it.
 * Thread rule: fixtures belong to one test.
 */
@NullMarked
package io.parley.testkit.context;

import org.jspecify.annotations.NullMarked;
