/**
 * Contract tests of context stores. Public: {@link io.parley.testkit.context.StorePlace} and {@link
 * io.parley.testkit.context.DurablePlace}, which the tests of an engine implement, {@link
 * io.parley.testkit.context.FolderPlace} for engines that need a folder, and the contracts, which they extend.
 * Thread rule: a fixture belongs to one test.
 */
@NullMarked
package io.parley.testkit.context;

import org.jspecify.annotations.NullMarked;
