/**
 * The context store: named values with a limited lifetime that survive connections and processes. Public:
 * {@link io.parley.context.ContextStore} and its values, {@link io.parley.context.ContextStores} to open one,
 * {@link io.parley.context.ContextAccess} and {@link io.parley.context.Contents} on top of it; for engines
 * {@code Rules} and {@code Watches}. Thread rule: stores may be used from any thread; reading blocks, writing does not;
 * watchers are called by threads of the store.
 */
@NullMarked
package io.parley.context;

import org.jspecify.annotations.NullMarked;
