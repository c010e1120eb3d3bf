/**
 * Code shared by engines. Public, for them only: {@link io.parley.store.PathLock} for engines with files, {@link
 * io.parley.store.WaitingJobs} for engines with one writer thread. Thread rule: none of its own.
 */
@NullMarked
package io.parley.store;

import org.jspecify.annotations.NullMarked;
