package io.parley.runtime;

/**
 * The key and note under which an opening side stores its session for a restart.
 *
 * @param name by which the next process finds it; unique among open sessions
 * @param note the data needed to restore the agreement; must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RestartKey(String name, byte[] note) {}
