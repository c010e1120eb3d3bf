/**
 * Code shared by engines. Public, for them alone: {@link io.parley.store.PathLock} for those that keep files, {@link
 * io.parley.store.WaitingJobs} for those with one thread that writes. Thread rule: none of its own.
 */
@NullMarked
package io.parley.store;

import org.jspecify.annotations.NullMarked;
