/**
 * What every context store promises, as tests. Public: {@link io.parley.testkit.context.StorePlace} and
 * {@link io.parley.testkit.context.DurablePlace}, which an engine's tests implement, {@link
 * io.parley.testkit.context.FolderPlace} for engines that need a folder, and the contracts, which they extend for it.
 * Thread rule: fixtures belong to one test.
 */
@NullMarked
package io.parley.testkit.context;

import org.jspecify.annotations.NullMarked;
