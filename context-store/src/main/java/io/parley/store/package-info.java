/**
 * What engines share that keep files. Public: {@link io.parley.store.PathLock}, for them alone. Thread rule: none of its
 * own.
 */
@NullMarked
package io.parley.store;

import org.jspecify.annotations.NullMarked;
