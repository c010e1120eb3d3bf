/**
 * The context store: named, leased values that outlive connections and processes. Public: {@link
 * io.parley.context.ContextStore} and its values, {@link io.parley.context.ContextStores} to open one, {@link
 * io.parley.context.ContextAccess} and {@link io.parley.context.Contents} over it; for engines {@code Rules}, {@code Watches}.
 * Thread rule: stores may be used from any thread; reading blocks, writing does not; watchers have threads of the store.
 */
@NullMarked
package io.parley.context;

import org.jspecify.annotations.NullMarked;
